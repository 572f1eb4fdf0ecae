import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import { now } from '#lib/core/clock.ts'
import { cutOffs } from './figures.ts'
import { textFrame } from './frame.ts'

/** The room a reader is in. */
export type Membership = { leave(reader: Reader): void; sendNewest(reader: Reader, known: unknown): void }

/** A reader who takes nothing for this long is gone or hopeless. */
const SLOWEST_MS = 10_000
/** More than a page ever says between two heartbeats. */
const MOST_MESSAGES = 120
const POLICY_VIOLATION = 1008

/**
 * One open socket. ws reads and closes it; messages are written to the connection itself as frames that were made
 * once for all readers, which costs a third less than ws.send. The two do not get into each other's frames: both
 * write theirs whole, and ws compresses nothing.
 */
export class Reader extends WebSocket {
  /** The connection under it; set before it enters a room. */
  connection: Duplex | undefined
  room: Membership | undefined
  /** Whether anything came from it since the last heartbeat. */
  isAlive = true
  messages = 0
  /** Since when it is behind, by performance.now. */
  behindSince: number | undefined
  /** What it was sent last, while it is behind. */
  lastSent: unknown
  /** Its connection holds as much as it should: nothing more until it drains. */
  #isFull = false

  /**
   * Writes a frame, unless the connection is still full of former ones. Node holds at most one full buffer (64 KiB)
   * and one frame for it: far from the 1 MiB of design/api.md.
   */
  take(frame: Buffer): boolean {
    if (this.#isFull) return false
    if (this.readyState !== WebSocket.OPEN || !this.connection) return true
    if (!this.connection.write(frame)) {
      this.#isFull = true
      this.connection.once('drain', () => this.#catchUp())
    }
    return true
  }

  /** Notes that it missed what came after `state`; it gets the newest once the connection drains. */
  fallBehind(state: unknown): void {
    if (this.behindSince === undefined) {
      this.behindSince = performance.now()
      this.lastSent = state
    } else if (performance.now() - this.behindSince > SLOWEST_MS) {
      cutOffs.inc({ why: 'slow' })
      this.terminate()
    }
  }

  #catchUp(): void {
    this.#isFull = false
    if (this.behindSince === undefined) return
    const { lastSent } = this
    this.behindSince = undefined
    this.lastSent = undefined
    this.room?.sendNewest(this, lastSent)
  }
}

/** Listeners that all readers share: thousands of them should not each carry closures. */
export function listenTo(reader: Reader): void {
  reader.on('message', onMessage)
  reader.on('pong', onPong)
  reader.on('close', onClose)
  // What a client sends wrong (too long, not UTF-8) closes its socket; nobody else needs to know.
  reader.on('error', onError)
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (!(this instanceof Reader)) return
  this.isAlive = true
  this.messages += 1
  if (this.messages > MOST_MESSAGES) {
    cutOffs.inc({ why: 'flood' })
    this.close(POLICY_VIOLATION, 'Too many messages')
  } else if (!isBinary && isPing(String(data))) {
    this.take(textFrame(JSON.stringify({ type: 'pong', timestamp: now().getTime() })))
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

function onError(): void {}
