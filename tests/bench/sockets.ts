import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'

export interface Crowd {
  readonly size: number
  /** The texts that each socket was sent since the last call. */
  take(): string[][]
  /** Has each send a text of at most 125 bytes. */
  say(text: string): void
  /** How many have not been closed by the server. */
  open(): number
  /** Bytes of frames that have arrived at all of them and are not yet taken. */
  waiting(): number
  close(): void
}

type Reader = { socket: net.Socket; chunks: Buffer[] }

/**
 * Opens WebSockets that only keep what they are sent, so that reading takes as little of the machine as it can.
 * @param greeting what each sends once it is open, in at most 125 bytes
 */
export async function openCrowd(port: number, path: string, size: number, greeting = ''): Promise<Crowd> {
  const readers: Reader[] = []
  // In groups: a thousand at once would fill the queue of what is not yet accepted.
  while (readers.length < size) {
    const group = Array.from({ length: Math.min(100, size - readers.length) }, () =>
      openReader(port, path, greeting),
    )
    readers.push(...(await Promise.all(group)))
  }
  return {
    size,
    take: () =>
      readers.map((reader) => {
        const { texts, rest } = readFrames(Buffer.concat(reader.chunks))
        reader.chunks = [rest]
        return texts
      }),
    say: (text) => {
      const frame = maskedText(text)
      for (const { socket } of readers) socket.write(frame)
    },
    open: () => readers.filter(({ socket }) => !socket.readableEnded && !socket.destroyed).length,
    waiting: () =>
      readers.reduce((sum, { chunks }) => sum + chunks.reduce((bytes, one) => bytes + one.length, 0), 0),
    close: () => {
      for (const { socket } of readers) socket.destroy()
    },
  }
}

async function openReader(port: number, path: string, greeting: string): Promise<Reader> {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  const reader: Reader = { socket, chunks: [] }
  let head = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    const greet = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      socket.off('data', greet)
      if (!head.toString('latin1').startsWith('HTTP/1.1 101'))
        reject(new Error(head.toString('latin1', 0, end)))
      reader.chunks.push(head.subarray(end + 4))
      socket.on('data', (more: Buffer) => reader.chunks.push(more))
      resolve()
    }
    socket.on('data', greet)
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  if (greeting !== '') socket.write(maskedText(greeting))
  return reader
}

const TEXT = 1

/** A text as clients frame it; a mask of zeros leaves it as it is. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x80 | TEXT, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

/** Frames of a server (RFC 6455, 5.2) of up to 64 KiB, whatever is not text left out. */
export function readFrames(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const texts: string[] = []
  let at = 0
  while (bytes.length >= at + 2) {
    const short = bytes.readUInt8(at + 1)
    const head = short === 126 ? 4 : 2
    if (bytes.length < at + head) break
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short
    const end = at + head + length
    if (bytes.length < end) break
    if ((bytes.readUInt8(at) & 0x0f) === TEXT) texts.push(bytes.toString('utf8', at + head, end))
    at = end
  }
  return { texts, rest: bytes.subarray(at) }
}
