import { log } from '#lib/core/log.ts'
import { Throttle } from '#lib/core/throttle.ts'
import type { Entrance } from './channel.ts'
import { textFrame } from './frame.ts'
import { Room } from './rooms.ts'

export type SharedRoomOptions = {
  name: string
  /** Least time between two messages. */
  intervalMs: number
  read(): Promise<object>
}

/** A room with the same state for all readers, read once per change, and only if there are readers. */
export class SharedRoom {
  readonly #options: SharedRoomOptions
  readonly #room: Room<Buffer>
  readonly #throttle: Throttle
  #reading: Promise<void> | undefined
  #isOutdated = false

  constructor(options: SharedRoomOptions) {
    this.#options = options
    const { name } = options
    this.#room = new Room({ name, frameOf: (frame) => frame, onEmpty: () => this.#throttle.stop() })
    this.#throttle = new Throttle(options.intervalMs, () => this.#publish())
  }

  async enter(): Promise<Entrance> {
    const isFirst = this.#room.isEmpty
    this.#room.expect()
    // Changes without readers were ignored; a running read may have missed them, so it repeats.
    if (isFirst && this.#reading) this.#isOutdated = true
    try {
      if (isFirst) await this.#read()
      else await this.#reading
      return this.#room
    } catch (error) {
      this.#room.release()
      throw error
    }
  }

  refresh(): void {
    if (!this.#room.isEmpty) this.#throttle.touch()
  }

  #publish(): void {
    // A running read may have missed this change, so it repeats.
    if (this.#reading) this.#isOutdated = true
    else this.#read().catch((error: Error) => this.#tryAgain(error))
  }

  /** Retries a failed read; otherwise its change would wait for the next change. */
  #tryAgain(error: Error): void {
    log.warn({ err: error.message }, `${this.#options.name} waits`)
    this.refresh()
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined
      if (this.#isOutdated) this.refresh()
      this.#isOutdated = false
    })
    return this.#reading
  }

  async #readOnce(): Promise<void> {
    const frame = textFrame(JSON.stringify(await this.#options.read()))
    if (!this.#room.state?.equals(frame)) this.#room.publish(frame)
  }
}
