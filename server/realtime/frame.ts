// Server frames (RFC 6455, section 5.2), built once for all readers of a message; ws builds one per reader.

const FINAL_TEXT = 0x81
const FINAL_PING = 0x89
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([header(payload.length), payload])
}

/** A ping, which every WebSocket client answers. */
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
