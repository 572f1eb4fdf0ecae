// The plain build's socket.io server: a room per video, a message per vote: `plain-sockets.ts <port>`.
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'

const server = createServer((_, response) => response.end())
// A listening crowd needs no pings.
const io = new Server(server, { transports: ['websocket'], pingInterval: 3_600_000 })
const counts = new Map<string, number>()
io.on('connection', (socket) => {
  const video = String(socket.handshake.query.video)
  void socket.join(video)
  socket.emit('votes', { video, votes: counts.get(video) ?? 0 })
})
const redis = new Redis(process.env.PLAIN_REDIS_URL ?? '')
// The worker publishes votes there.
await redis.subscribe('plain:votes')
redis.on('message', (_, text) => {
  const { video, votes } = JSON.parse(text) as { video: string; votes: number }
  counts.set(video, votes)
  io.to(video).emit('votes', { video, votes })
})
server.listen(Number(process.argv[2]), '127.0.0.1', 1024)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
