import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { addSpan, type TraceParent } from '#lib/core/tracing.ts'
import type { Entrance } from './channel.ts'
import { cutOffs, framesSent, framesSkipped } from './figures.ts'
import type { Membership, Reader } from './reader.ts'

export type RoomOptions<S> = {
  /** Names the spans of its messages. */
  name: string
  /** The change from `known`, which is undefined for a joining reader. */
  frameOf: (state: S, known: S | undefined) => Buffer
  onEmpty: () => void
}

/** A reader whose connection stays full this long is dropped. */
const SLOWEST_MS = 10_000

/** The last state sent to a full connection, and since when the connection is full (performance.now). */
type Lag<S> = { known: S; since: number }

/**
 * The readers of a topic, and its last state. A full connection gets only the newest state after it drains,
 * so Node holds at most one buffer (64 KiB) and one frame for it.
 */
export class Room<S> implements Entrance, Membership {
  /** Readers whose connections are not full, by connection: publishing needs no more. */
  readonly #ready = new Map<Duplex, Reader>()
  readonly #slow = new Map<Reader, Lag<S>>()
  readonly #options: RoomOptions<S>
  /** Number of pending upgrades. */
  #expected = 0
  #state: S | undefined

  constructor(options: RoomOptions<S>) {
    this.#options = options
  }

  get state(): S | undefined {
    return this.#state
  }

  get isEmpty(): boolean {
    return this.#ready.size === 0 && this.#slow.size === 0 && this.#expected === 0
  }

  /** Keeps the room open for a joining reader until `release`. */
  expect(): void {
    this.#expected += 1
  }

  release(): void {
    this.#expected -= 1
    if (this.isEmpty) this.#options.onEmpty()
  }

  join(reader: Reader): void {
    reader.room = this
    this.#tell(reader, undefined)
  }

  /** Adds a reader of another room. The reader leaves its previous additional room. */
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

  /**
   * Sends one frame to all readers that keep up.
   * @param traces of what changed the state
   */
  publish(state: S, traces: Iterable<TraceParent> = []): void {
    const startedAt = performance.now()
    const before = this.#state
    this.#state = state
    this.#cutOffSlowest()
    framesSkipped.inc(this.#slow.size)
    if (this.#ready.size === 0) return
    const frame = this.#options.frameOf(state, before)
    framesSent.inc(this.#ready.size)
    for (const connection of this.#ready.keys())
      if (!connection.write(frame)) this.#waitForDrain(connection, state)
    const attributes = { 'ngoma.socket.readers': this.#ready.size }
    for (const parent of new Set(traces))
      addSpan(`send ${this.#options.name}`, { parent, attributes }, startedAt)
  }

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
