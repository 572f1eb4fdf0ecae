import type { Entrance } from './channel.ts'
import { framesSent, framesSkipped } from './figures.ts'
import type { Membership, Reader } from './reader.ts'

export type RoomOptions<S> = {
  /** The message that tells `state` to someone who knows `known`; nothing is known on joining. */
  frameOf: (state: S, known: S | undefined) => Buffer
  /** The last reader has left. */
  onEmpty: () => void
}

/** The readers of one topic and what they were told last. */
export class Room<S> implements Entrance, Membership {
  readonly #readers = new Set<Reader>()
  readonly #options: RoomOptions<S>
  /** Upgrades under way: the room waits for them. */
  #expected = 0
  #state: S | undefined

  constructor(options: RoomOptions<S>) {
    this.#options = options
  }

  /** What everybody here was told last. */
  get state(): S | undefined {
    return this.#state
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0 && this.#expected === 0
  }

  /** Someone is about to join; `release` ends that, whether they joined or not. */
  expect(): void {
    this.#expected += 1
  }

  release(): void {
    this.#expected -= 1
    if (this.isEmpty) this.#options.onEmpty()
  }

  /** Lets a reader in and tells it where things stand. */
  join(reader: Reader): void {
    reader.room = this
    this.#readers.add(reader)
    this.sendNewest(reader, undefined)
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader)
    if (this.isEmpty) this.#options.onEmpty()
  }

  /** Sets where things stand and tells everybody, with one frame for all who keep up. */
  publish(state: S): void {
    const before = this.#state
    this.#state = state
    if (this.#readers.size === 0) return
    const frame = this.#options.frameOf(state, before)
    let skipped = 0
    for (const reader of this.#readers) {
      if (reader.take(frame)) continue
      reader.fallBehind(before)
      skipped += 1
    }
    framesSent.inc(this.#readers.size - skipped)
    framesSkipped.inc(skipped)
  }

  /** Tells one reader what is new since `known`. */
  sendNewest(reader: Reader, known: unknown): void {
    if (this.#state === undefined || this.#state === known) return
    const frame = this.#options.frameOf(this.#state, known as S | undefined)
    if (reader.take(frame)) framesSent.inc()
    else reader.fallBehind(known)
  }
}
