// A reader of realtime, like a browser or an app.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type ClientOptions, WebSocket } from 'ws'
import type {
  GiftUpdate,
  LeaderboardUpdate,
  MemberMessage,
  SystemWalletsUpdate,
  VoteUpdate,
  WalletUpdate,
} from '#lib/contract/sockets.ts'
import { until } from '#tests/support/until.ts'

export type Message =
  | VoteUpdate
  | GiftUpdate
  | LeaderboardUpdate
  | MemberMessage
  | WalletUpdate
  | SystemWalletsUpdate
  | { type: 'pong'; timestamp: number }

export type Listener = {
  socket: WebSocket
  messages: Message[]
  /** By performance.now, one per message. */
  arrivals: number[]
  /** The close code. */
  closed: Promise<number>
  untilHeard<T extends Message['type']>(
    type: T,
    fits?: (message: Extract<Message, { type: T }>) => boolean,
  ): Promise<Extract<Message, { type: T }>>
}

/** Resolves once the socket is open. */
export async function listen(port: number, path: string, options: ClientOptions = {}): Promise<Listener> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options)
  const messages: Message[] = []
  const arrivals: number[] = []
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    arrivals.push(performance.now())
  })
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
  await once(socket, 'open')
  return {
    socket,
    messages,
    arrivals,
    closed,
    untilHeard: (type, fits = () => true) =>
      until(`a ${type} on ${path}`, () => {
        for (const message of messages) if (isOf(message, type) && fits(message)) return message
        return undefined
      }),
  }
}

function isOf<T extends Message['type']>(
  message: Message,
  type: T,
): message is Extract<Message, { type: T }> {
  return message.type === type
}

/** Expects a refusal. @returns the HTTP status */
export async function refusal(port: number, path: string, options: ClientOptions = {}): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options)
  const answered = new Promise<number>((resolve, reject) => {
    socket.once('unexpected-response', (_request, response: IncomingMessage) =>
      resolve(response.statusCode ?? 0),
    )
    socket.once('open', () => reject(new Error(`${path} was not refused`)))
  })
  socket.on('error', () => undefined)
  return answered.finally(() => socket.terminate())
}
