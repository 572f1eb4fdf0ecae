// Makes frames as a server sends them (RFC 6455, section 5.2): whole, unmasked, uncompressed. They are made once for all
// readers of a message, where ws would build a header for each of them.

const FINAL_TEXT = 0x81
const FINAL_PING = 0x89
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

/** Returns a text message as bytes to be sent. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([header(payload.length), payload])
}

/** Returns a ping of the protocol, which every WebSocket client answers by itself. */
export const pingFrame = Buffer.from([FINAL_PING, 0])

function header(length: number): Buffer {
  if (length < LENGTH_IN_2_BYTES) return Buffer.from([FINAL_TEXT, length])
  if (length < 65_536) {
    const bytes = Buffer.from([FINAL_TEXT, LENGTH_IN_2_BYTES, 0, 0])
    bytes.writeUInt16BE(length, 2)
    return bytes
  }
  const bytes = Buffer.alloc(10)
  bytes.set([FINAL_TEXT, LENGTH_IN_8_BYTES])
  bytes.writeBigUInt64BE(BigInt(length), 2)
  return bytes
}
