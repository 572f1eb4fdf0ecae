import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { watchGift } from '#lib/contract/sockets.ts'
import { now } from '#lib/core/clock.ts'
import { cutOffs } from './figures.ts'
import { textFrame } from './frame.ts'

/** The room of a reader. */
export type Membership = { leave(reader: Reader): void }

/** Called with the gift that a reader of any channel also wants to watch. */
export type WatchGift = (reader: Reader, giftId: string) => void

/** More messages than a page ever sends between two heartbeats. */
const MOST_MESSAGES = 120
const POLICY_VIOLATION = 1008

/**
 * One open socket. ws reads and closes it. Messages are written to the connection itself as frames that were made once for all
 * readers, which costs a third less than ws.send. Frames do not mix: both sides write theirs whole, and ws compresses none.
 */
export class Reader extends WebSocket {
  #connection: Duplex | undefined
  room: Membership | undefined
  /** The room of the gift that it also watches, if any. */
  otherRoom: Membership | undefined
  #onWatch: WatchGift | undefined
  /** Whether anything was received since the last heartbeat. */
  isAlive = true
  messages = 0

  /** The connection under it. */
  get connection(): Duplex {
    if (!this.#connection) throw new Error('a reader without a connection')
    return this.#connection
  }

  /** Makes a reader of a connection that has just become a socket. */
  attach(connection: Duplex, onWatch: WatchGift): void {
    this.#connection = connection
    this.#onWatch = onWatch
    // All readers share these functions, so that thousands of readers do not each hold closures.
    this.on('message', onMessage)
    this.on('pong', onPong)
    this.on('close', onClose)
    this.on('error', onError)
  }

  /** Closes the socket. It leaves its room first, because no frame may follow the closing one. ws calls it for both sides. */
  override close(code?: number, reason?: string | Buffer): void {
    this.leave()
    super.close(code, reason)
  }

  override terminate(): void {
    this.leave()
    super.terminate()
  }

  /** Leaves its rooms. */
  leave(): void {
    this.room?.leave(this)
    this.otherRoom?.leave(this)
  }

  /** Handles a message that is no ping. Unknown messages are ignored. */
  take(message: unknown): void {
    const { success, data } = watchGift.safeParse(message)
    if (success) this.#onWatch?.(this, data.gift_id)
  }

  /** Writes a frame for this reader only; it is dropped where the connection is full. */
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

/** Reads a message: JSON, or the bare word `ping`; undefined for anything else. */
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

/** Ignores errors of a socket: a wrong message (too long, not UTF-8) closes it, which concerns nobody else. */
function onError(): void {}
