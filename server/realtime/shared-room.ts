import { log } from '#lib/core/log.ts'
import type { Entrance } from './channel.ts'
import { textFrame } from './frame.ts'
import { Pace } from './pace.ts'
import { Room } from './rooms.ts'

export type SharedRoomOptions = {
  /** In the log, where a look at Postgres fails. */
  name: string
  /** The least time between two messages. */
  intervalMs: number
  /** What everybody here is told, read from Postgres. */
  read(): Promise<object>
}

/** A room that tells everybody the same, read once for each change for all readers; not at all without any. */
export class SharedRoom {
  readonly #options: SharedRoomOptions
  // What it tells is the same for everybody, so its frame is its state.
  readonly #room = new Room<Buffer>({ frameOf: (frame) => frame, onEmpty: () => this.#pace.stop() })
  readonly #pace: Pace
  #reading: Promise<void> | undefined
  #isOutdated = false

  constructor(options: SharedRoomOptions) {
    this.#options = options
    this.#pace = new Pace(options.intervalMs, () => this.#publish())
  }

  async enter(): Promise<Entrance> {
    const isFirst = this.#room.isEmpty
    this.#room.expect()
    try {
      if (isFirst) await this.#read()
      else await this.#reading
      return this.#room
    } catch (error) {
      this.#room.release()
      throw error
    }
  }

  /** What it tells may have changed. */
  refresh(): void {
    if (!this.#room.isEmpty) this.#pace.touch()
  }

  #publish(): void {
    // A read under way may have missed this change.
    if (this.#reading) this.#isOutdated = true
    else this.#read().catch((error: Error) => log.warn({ err: error.message }, `${this.#options.name} waits`))
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
