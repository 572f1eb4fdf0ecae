import { readTokens, readUser } from '#lib/client/session/session.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import type { LeaderboardRow } from '#lib/contract/leaderboard/calls.ts'
import type {
  GiftUpdate,
  LeaderboardUpdate,
  MemberMessage,
  SystemWallet,
  SystemWalletsUpdate,
  VoteUpdate,
  WalletUpdate,
  WatchGift,
} from '#lib/contract/sockets.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'

/** `connecting` at first and after a pause. */
export type LiveStatus = 'connecting' | 'live' | 'offline'

type Listener = {
  onMessage: (message: unknown) => void
  onStatus?: (status: LiveStatus) => void
  /** Id of a gift that the socket also follows. */
  giftId?: string
}

/** Interval of pings, in ms. A silent connection is noticed within two pings. */
const PING_MS = 25_000
/** Close code of an ended session (server/realtime/sessions.ts). */
const SESSION_ENDED = 1008
/** Milliseconds that sockets stay open in a hidden page or unused. */
const LINGER_MS = 10_000
/** Delay before checking for a token again, in ms. */
const TOKEN_MS = 1_000

/** A socket for all listeners to the same path as the same user. */
class SharedSocket {
  readonly listeners = new Set<Listener>()
  readonly #path: string
  /** The user's id; undefined for a public path. */
  readonly #owner: string | undefined
  #socket: WebSocket | undefined
  #status: LiveStatus = 'connecting'
  /** Newest message by type on this connection. */
  readonly #last = new Map<unknown, unknown>()
  /** Time at which the connection was lost, by `performance.now()`. */
  #lostAt: number | undefined
  /** The token of an ended session, which would be refused. */
  #endedToken: string | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #pings: ReturnType<typeof setInterval> | undefined
  #hasAnswered = false

  constructor(path: string, owner?: string) {
    this.#path = path
    this.#owner = owner
  }

  add(listener: Listener): void {
    this.listeners.add(listener)
    listener.onStatus?.(this.#status)
    for (const message of this.#last.values()) listener.onMessage(message)
    if (this.isOpen) this.#watch(listener)
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  #watch({ giftId }: Listener): void {
    if (giftId)
      this.#socket?.send(JSON.stringify({ type: 'watch_gift', gift_id: giftId } satisfies WatchGift))
  }

  open(): void {
    if (this.#socket) return
    clearTimeout(this.#retry)
    if (this.#lacksToken()) {
      this.#retry = setTimeout(() => this.open(), TOKEN_MS)
      return
    }
    const token = this.#token()
    const socket = new WebSocket(
      `${location.protocol.replace('http', 'ws')}//${location.host}${this.#address(token)}`,
    )
    this.#socket = socket
    socket.onopen = () => {
      sendPing(socket)
      for (const listener of this.listeners) this.#watch(listener)
    }
    socket.onmessage = ({ data }) => this.#receive(String(data))
    socket.onclose = ({ code }) => {
      if (code === SESSION_ENDED) {
        this.#endedToken = token
        void import('#lib/client/session/session-start.ts').then((start) => start.checkEndedSession())
      }
      this.#lose(socket)
    }
    this.#hasAnswered = true
    this.#pings = setInterval(() => this.#ping(socket), PING_MS)
  }

  /** Whether the server would refuse the token. */
  #lacksToken(): boolean {
    const token = this.#token()
    return token === '' || (token !== undefined && token === this.#endedToken)
  }

  /** The token, which changes with each refresh; undefined for a public path. */
  #token(): string | undefined {
    return this.#owner === undefined ? undefined : readTokens().access
  }

  #address(token: string | undefined): string {
    return token === undefined ? this.#path : `${this.#path}?${new URLSearchParams({ token })}`
  }

  /** Closes the socket and drops its messages, which a pause outdates. */
  pause(): void {
    this.close()
    this.#last.clear()
    if (this.#status === 'live') this.#setStatus('connecting')
  }

  close(): void {
    const socket = this.#socket
    this.#socket = undefined
    clearTimeout(this.#retry)
    clearInterval(this.#pings)
    socket?.close()
  }

  #receive(text: string): void {
    this.#hasAnswered = true
    this.#lostAt = undefined
    this.#setStatus('live')
    const message: unknown = JSON.parse(text)
    const type = typeOf(message)
    if (type === 'pong') return
    this.#last.set(type, message)
    for (const listener of this.listeners) listener.onMessage(message)
  }

  #ping(socket: WebSocket): void {
    if (!this.#hasAnswered) this.#lose(socket)
    else if (socket.readyState === WebSocket.OPEN) sendPing(socket)
    this.#hasAnswered = false
  }

  /** Reports the lost connection, and retries until a message arrives. */
  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return
    this.close()
    this.#last.clear()
    this.#setStatus('offline')
    const lostFor = this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt
    this.#lostAt ??= performance.now()
    this.#retry = setTimeout(() => this.open(), waitBeforeTry(lostFor))
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.#status) return
    this.#status = status
    for (const listener of this.listeners) listener.onStatus?.(status)
  }
}

function sendPing(socket: WebSocket): void {
  socket.send(JSON.stringify({ type: 'ping', timestamp: Date.now() }))
}

/** Keyed by owner and path: the next user must not receive these values. */
const sockets = new Map<string, SharedSocket>()
let isWatching = false
let pausing: ReturnType<typeof setTimeout> | undefined
let hiddenAt = 0

function watchPage(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', () => {
    clearTimeout(pausing)
    if (document.hidden) {
      hiddenAt = Date.now()
      pausing = setTimeout(pause, LINGER_MS)
    } else {
      // A sleeping phone runs no timers; its sockets die silently.
      if (Date.now() - hiddenAt >= LINGER_MS) pause()
      reopen()
    }
  })
  addEventListener('online', reopen)
}

function pause(): void {
  for (const shared of sockets.values()) shared.pause()
}

function reopen(): void {
  for (const shared of sockets.values()) shared.open()
}

function subscribe(path: string, listener: Listener, owner?: string): () => void {
  const key = `${owner} ${path}`
  const shared = sockets.get(key) ?? new SharedSocket(path, owner)
  sockets.set(key, shared)
  return listen(key, shared, listener)
}

function listen(key: string, shared: SharedSocket, listener: Listener): () => void {
  watchPage()
  shared.add(listener)
  if (!document.hidden) shared.open()
  return () => {
    shared.listeners.delete(listener)
    setTimeout(() => {
      if (shared.listeners.size > 0 || sockets.get(key) !== shared) return
      sockets.delete(key)
      shared.close()
    }, LINGER_MS)
  }
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
}

function isVoteUpdate(message: unknown): message is VoteUpdate {
  return typeOf(message) === 'vote_update'
}

function isLeaderboardUpdate(message: unknown): message is LeaderboardUpdate {
  return typeOf(message) === 'leaderboard_update'
}

export function subscribeVotes(
  videoId: string,
  onUpdate: (update: VoteUpdate) => void,
  onStatus?: (status: LiveStatus) => void,
): () => void {
  const onMessage = (message: unknown) => isVoteUpdate(message) && onUpdate(message)
  return subscribe(`/ws/votes/${videoId}/`, { onMessage, onStatus })
}

export function subscribeLeaderboard(
  onUpdate: (rows: LeaderboardRow[]) => void,
  onStatus?: (status: LiveStatus) => void,
): () => void {
  const onMessage = (message: unknown) => isLeaderboardUpdate(message) && onUpdate(message.data)
  return subscribe('/ws/leaderboard/', { onMessage, onStatus })
}

function isGiftUpdate(message: unknown): message is GiftUpdate {
  return typeOf(message) === 'gift_update'
}

/** Shares an open socket: the server limits sockets per address, which many people share. */
export function subscribeGift(
  giftId: string,
  onUpdate: (gift: GiftView) => void,
  onStatus?: (status: LiveStatus) => void,
): () => void {
  const onMessage = (message: unknown) => {
    if (isGiftUpdate(message) && message.data.id === giftId) onUpdate(message.data)
  }
  const listener = { onMessage, onStatus, giftId }
  const [open] = [...sockets].filter(([, { isOpen }]) => isOpen)
  return open ? listen(...open, listener) : subscribe(`/ws/gifts/${giftId}/`, { onMessage, onStatus })
}

function isMemberMessage(message: unknown): message is MemberMessage {
  const type = typeOf(message)
  return type === 'tracks_assigned' || type === 'subscription_update' || type === 'notifications_unread'
}

/** Follows subscription, tracks and unread notifications. */
export function subscribeMember(
  onMessage: (message: MemberMessage) => void,
  onStatus?: (status: LiveStatus) => void,
): () => void {
  const listener = {
    onMessage: (message: unknown) => isMemberMessage(message) && onMessage(message),
    onStatus,
  }
  return subscribe('/ws/me/', listener, ownId())
}

const ownId = () => readUser()?.id ?? ''

function isWalletUpdate(message: unknown): message is WalletUpdate {
  return typeOf(message) === 'wallet_update'
}

export function subscribeWallet(
  onUpdate: (wallet: Wallet) => void,
  onStatus?: (status: LiveStatus) => void,
): () => void {
  const onMessage = (message: unknown) => isWalletUpdate(message) && onUpdate(message.data)
  return subscribe('/ws/wallet/', { onMessage, onStatus }, ownId())
}

function isSystemWalletsUpdate(message: unknown): message is SystemWalletsUpdate {
  return typeOf(message) === 'system_wallets_update'
}

/** Follows the system wallets, for super admins. */
export function subscribeSystemWallets(
  onUpdate: (wallets: SystemWallet[]) => void,
  onStatus?: (status: LiveStatus) => void,
): () => void {
  const onMessage = (message: unknown) => isSystemWalletsUpdate(message) && onUpdate(message.data)
  return subscribe('/ws/system-wallets/', { onMessage, onStatus }, ownId())
}

/** A killed server is replaced within this time, in ms; until then retries are frequent. */
const SOON_MS = 5_000
const WAIT_SOON_MS = 1_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 30_000

/**
 * Returns the delay before a reconnection, in ms. It grows with the outage, and is random, so that browsers
 * do not reach a restarted server together.
 * @param lostFor ms since the connection was lost
 * @param random from 0 to 1
 */
export function waitBeforeTry(lostFor: number, random = Math.random()): number {
  const longest = lostFor < SOON_MS ? WAIT_SOON_MS : Math.min(LONGEST_WAIT_MS, lostFor)
  const shortest = lostFor === 0 ? FIRST_WAIT_MS : longest / 2
  return shortest + random * (longest - shortest)
}
