import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { answersHttp, waitUntilReady } from '#server/local/wait-until.ts'

/** Starts the barest fan-out there is on Node: one frame, written to each connection. It keeps and checks nothing. */
export async function startRawWriter(dataDir: string): Promise<Part & { origin: string; workerPid: number }> {
  const port = await findFreePort()
  const part = await startPart({
    name: 'raw-writer',
    command: process.execPath,
    args: [import.meta.filename, String(port)],
    dataDir,
  })
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(part, () => answersHttp(origin))
  return { ...part, origin, workerPid: part.pid }
}

async function serve(port: number): Promise<void> {
  const connections = new Set<Duplex>()
  const server = createServer(async (request, response) => {
    const frame = request.method === 'POST' ? frameOf(await text(request)) : undefined
    if (frame) for (const connection of connections) connection.write(frame)
    response.end()
  })
  server.on('upgrade', (request: IncomingMessage, connection: Duplex) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accepted = createHash('sha1').update(key).digest('base64')
    connection.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    )
    connections.add(connection)
    connection.on('error', () => undefined)
    connection.once('close', () => connections.delete(connection))
    connection.resume()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

/** A text of 126 to 65,535 bytes, or of less, as RFC 6455 frames it. */
function frameOf(message: string): Buffer {
  const payload = Buffer.from(message)
  if (payload.length < 126) return Buffer.concat([Buffer.from([0x81, payload.length]), payload])
  const head = Buffer.from([0x81, 126, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

if (import.meta.main) await serve(Number(process.argv[2]))
