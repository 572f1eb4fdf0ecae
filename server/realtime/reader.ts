import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { now } from '#lib/core/clock.ts'
import { cutOffs } from './figures.ts'
import { textFrame } from './frame.ts'

/** The room a reader is in. */
export type Membership = { leave(reader: Reader): void }

/** More than a page ever says between two heartbeats. */
const MOST_MESSAGES = 120
const POLICY_VIOLATION = 1008

/**
 * One open socket. ws reads and closes it; messages are written to the connection itself as frames that were made
 * once for all readers, which costs a third less than ws.send. The two do not get into each other's frames: both
 * write theirs whole, and ws compresses nothing.
 */
export class Reader extends WebSocket {
  #connection: Duplex | undefined
  room: Membership | undefined
  /** Whether anything came from it since the last heartbeat. */
  isAlive = true
  messages = 0

  /** The connection under it. */
  get connection(): Duplex {
    if (!this.#connection) throw new Error('a reader without a connection')
    return this.#connection
  }

  /** Takes over a connection that has just become a socket. */
  attach(connection: Duplex): void {
    this.#connection = connection
    // All readers share these: thousands of them should not each carry closures.
    this.on('message', onMessage)
    this.on('pong', onPong)
    this.on('close', onClose)
    this.on('error', onError)
  }

  /** Says goodbye, and so leaves its room first: nothing may follow a closing frame. ws comes here for both sides. */
  override close(code?: number, reason?: string | Buffer): void {
    this.room?.leave(this)
    super.close(code, reason)
  }

  override terminate(): void {
    this.room?.leave(this)
    super.terminate()
  }

  /** Writes a frame that concerns this reader alone; one whose connection is full can do without. */
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
  } else if (!isBinary && isPing(String(data))) {
    this.answer(textFrame(JSON.stringify({ type: 'pong', timestamp: now().getTime() })))
  }
}

/** `ping`, or JSON of type ping (design/api.md, Sockets). */
function isPing(text: string): boolean {
  if (text.trim() === 'ping') return true
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ping'
  } catch {
    return false
  }
}

function onPong(this: WebSocket): void {
  if (this instanceof Reader) this.isAlive = true
}

function onClose(this: WebSocket): void {
  if (this instanceof Reader) this.room?.leave(this)
}

/** What a client sends wrong (too long, not UTF-8) closes its socket; nobody else needs to know. */
function onError(): void {}
