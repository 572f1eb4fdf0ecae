import { log } from '#lib/core/log.ts'
import { Pace } from '#lib/core/pace.ts'
import type { Entrance } from './channel.ts'
import { textFrame } from './frame.ts'
import { Room } from './rooms.ts'

export type SharedRoomOptions = {
  /** The name in the log, where a read of Postgres fails. */
  name: string
  /** The least time between two messages. */
  intervalMs: number
  /** Reads from Postgres what everybody here is told. */
  read(): Promise<object>
}

/** A room that tells every reader the same. It is read once for each change, and not at all without readers. */
export class SharedRoom {
  readonly #options: SharedRoomOptions
  // All readers are told the same, so the frame itself is the state.
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
    // While nobody was here changes were passed over, and a read that still runs may have missed them.
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

  /** Says that the state may have changed. */
  refresh(): void {
    if (!this.#room.isEmpty) this.#pace.touch()
  }

  #publish(): void {
    // A read that is running may have missed this change.
    if (this.#reading) this.#isOutdated = true
    else this.#read().catch((error: Error) => this.#tryAgain(error))
  }

  /** What was missed would stay missed until the next change. */
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
