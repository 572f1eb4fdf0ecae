import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { watchGift } from '#lib/contract/sockets.ts'
import { now } from '#lib/core/clock.ts'
import { cutOffs } from './figures.ts'
import { textFrame } from './frame.ts'

export type Membership = { leave(reader: Reader): void }

export type WatchGift = (reader: Reader, giftId: string) => void

/** Limit of received messages between two heartbeats: more than a page sends. */
const MOST_MESSAGES = 120
const POLICY_VIOLATION = 1008

/**
 * An open socket. Frames shared by many readers go directly to the connection, a third cheaper than ws.send.
 * They cannot mix with ws's own frames: both write whole frames, uncompressed.
 */
export class Reader extends WebSocket {
  #connection: Duplex | undefined
  room: Membership | undefined
  /** The room of the gift that the reader also watches. */
  otherRoom: Membership | undefined
  #onWatch: WatchGift | undefined
  /** Whether anything arrived since the last heartbeat. */
  isAlive = true
  messages = 0

  get connection(): Duplex {
    if (!this.#connection) throw new Error('a reader without a connection')
    return this.#connection
  }

  attach(connection: Duplex, onWatch: WatchGift): void {
    this.#connection = connection
    this.#onWatch = onWatch
    // Shared functions, so that not each reader holds closures.
    this.on('message', onMessage)
    this.on('pong', onPong)
    this.on('close', onClose)
    this.on('error', onError)
  }

  /**
   * Leaves the room first: no frame may follow the closing frame. ws also calls this if the client closes.
   */
  override close(code?: number, reason?: string | Buffer): void {
    this.leave()
    super.close(code, reason)
  }

  override terminate(): void {
    this.leave()
    super.terminate()
  }

  leave(): void {
    this.room?.leave(this)
    this.otherRoom?.leave(this)
  }

  take(message: unknown): void {
    const { success, data } = watchGift.safeParse(message)
    if (success) this.#onWatch?.(this, data.gift_id)
  }

  /** Writes a frame to this reader, unless the connection's buffer is full. */
  answer(frame: Buffer): void {
    const { connection } = this
    if (this.readyState === WebSocket.OPEN && !connection.writableNeedDrain) connection.write(frame)
  }
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (!(this instanceof Reader)) return
  this.isAlive = true
  this.messages += 1
  if (this.messages > MOST_MESSAGES) {
    cutOffs.inc({ why: 'flood' })
    this.close(POLICY_VIOLATION, 'Too many messages')
  } else if (!isBinary) {
    const message = parse(String(data))
    if (isPing(message)) this.answer(textFrame(JSON.stringify({ type: 'pong', timestamp: now().getTime() })))
    else this.take(message)
  }
}

/** Also accepts a bare `ping`. */
function parse(text: string): unknown {
  if (text.trim() === 'ping') return { type: 'ping' }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPing(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ping'
}

function onPong(this: WebSocket): void {
  if (this instanceof Reader) this.isAlive = true
}

function onClose(this: WebSocket): void {
  if (this instanceof Reader) this.leave()
}

/** Ignores the error: an invalid message closes only its own socket. */
function onError(): void {}
