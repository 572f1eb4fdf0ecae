import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Entrance } from './channel.ts'
import { cutOffs, framesSent, framesSkipped } from './figures.ts'
import type { Membership, Reader } from './reader.ts'

export type RoomOptions<S> = {
  /** Returns the message that brings a reader from `known` to `state`; nothing is known on joining. */
  frameOf: (state: S, known: S | undefined) => Buffer
  /** Is called when the last reader has left. */
  onEmpty: () => void
}

/** A reader that accepts nothing for this long is dropped. */
const SLOWEST_MS = 10_000

/** The state that a reader with a full connection was sent last, and since when it is full, by performance.now. */
type Lag<S> = { known: S; since: number }

/**
 * The readers of one topic, and the state that they were sent last. A full connection gets nothing until it has drained, and then only
 * the newest state. So Node holds at most one full buffer (64 KiB) and one frame for it, far less than the allowed 1 MiB.
 */
export class Room<S> implements Entrance, Membership {
  /** The readers that keep up, by connection. Publishing uses nothing else of them, which saves most of its cost. */
  readonly #ready = new Map<Duplex, Reader>()
  readonly #slow = new Map<Reader, Lag<S>>()
  readonly #options: RoomOptions<S>
  /** Upgrades that are running; the room waits for them. */
  #expected = 0
  #state: S | undefined

  constructor(options: RoomOptions<S>) {
    this.#options = options
  }

  /** The state that every reader was sent last. */
  get state(): S | undefined {
    return this.#state
  }

  get isEmpty(): boolean {
    return this.#ready.size === 0 && this.#slow.size === 0 && this.#expected === 0
  }

  /** Keeps the room for a reader who is about to join, until `release`, whether they joined or not. */
  expect(): void {
    this.#expected += 1
  }

  release(): void {
    this.#expected -= 1
    if (this.isEmpty) this.#options.onEmpty()
  }

  /** Lets a reader in and tells it the state. */
  join(reader: Reader): void {
    reader.room = this
    this.#tell(reader, undefined)
  }

  /** Adds a reader of another room. The reader leaves the room that it joined by an earlier call. */
  joinAlso(reader: Reader): void {
    if (reader.readyState !== WebSocket.OPEN) return
    if (reader.otherRoom !== this) reader.otherRoom?.leave(reader)
    reader.otherRoom = this
    this.#tell(reader, undefined)
  }

  leave(reader: Reader): void {
    const isGone = this.#ready.delete(reader.connection) || this.#slow.delete(reader)
    if (isGone && this.isEmpty) this.#options.onEmpty()
  }

  /** Sets the state and tells everybody, with one frame for all readers that keep up. */
  publish(state: S): void {
    const before = this.#state
    this.#state = state
    this.#cutOffSlowest()
    framesSkipped.inc(this.#slow.size)
    if (this.#ready.size === 0) return
    const frame = this.#options.frameOf(state, before)
    framesSent.inc(this.#ready.size)
    for (const connection of this.#ready.keys())
      if (!connection.write(frame)) this.#waitForDrain(connection, state)
  }

  /** Tells one reader what has changed since `known`. */
  #tell(reader: Reader, known: S | undefined): void {
    const { connection } = reader
    this.#ready.set(connection, reader)
    if (this.#state === undefined || this.#state === known) return
    framesSent.inc()
    if (!connection.write(this.#options.frameOf(this.#state, known)))
      this.#waitForDrain(connection, this.#state)
  }

  #waitForDrain(connection: Duplex, known: S): void {
    const reader = this.#ready.get(connection)
    if (!reader) return
    this.#ready.delete(connection)
    this.#slow.set(reader, { known, since: performance.now() })
    connection.once('drain', () => {
      if (this.#slow.delete(reader)) this.#tell(reader, known)
    })
  }

  #cutOffSlowest(): void {
    const limit = performance.now() - SLOWEST_MS
    for (const [reader, { since }] of this.#slow)
      if (since < limit) {
        cutOffs.inc({ why: 'slow' })
        reader.terminate()
      }
  }
}
