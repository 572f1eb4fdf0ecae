import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gracefulShutdown } from './graceful-shutdown.ts'

let server: Server
let end: () => Promise<void>
let port: number
const waiting: ServerResponse[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

beforeEach(async () => {
  waiting.length = 0
  server = createServer((message, response) => {
    if (message.url === '/slow') waiting.push(response)
    else response.end('answered')
  })
  // Longer than any test.
  server.keepAliveTimeout = 75_000
  server.on('upgrade', (_request, socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  end = gracefulShutdown(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  agent.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function send(path: string): Promise<IncomingMessage> {
  const sending = request({ port, host: '127.0.0.1', path, method: 'POST', agent })
  sending.end()
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer
}

test('who sends without a pause on kept connections loses no call', async () => {
  const answered = { kept: 0, last: 0 }
  const sender = async () => {
    for (;;) {
      const answer = await send('/').catch((error: NodeJS.ErrnoException) => error)
      // Loses nothing: the proxy uses another server.
      if ('code' in answer && answer.code === 'ECONNREFUSED') return
      if (answer instanceof Error) throw answer
      if (answer.headers.connection === 'close') answered.last += 1
      else answered.kept += 1
    }
  }
  const senders = Promise.all(Array.from({ length: 8 }, sender))
  await expect.poll(() => answered.kept, { timeout: 60_000 }).toBeGreaterThan(100)
  await end()
  await senders
  expect(answered.last).toBe(8)
})

test('a request that is under way is answered, and its connection does not hold the server after that', async () => {
  const answer = send('/slow')
  await expect.poll(() => waiting.length).toBe(1)
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  const ending = end()
  // Idle connections are closed now.
  await once(idle.resume(), 'close')
  waiting[0]?.end('answered')
  expect(await answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
  await ending
})

test('neither an idle connection nor a socket that was passed on holds the server', async () => {
  await send('/')
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'data')
  await end()
  expect(server.listening).toBe(false)
})
