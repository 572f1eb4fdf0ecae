import type { LeaderboardUpdate } from '#lib/contract/sockets.ts'
import { log } from '#lib/core/log.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import type { Channel } from './channel.ts'
import { textFrame } from './frame.ts'
import { Pace } from './pace.ts'
import { Room } from './rooms.ts'

/** Twice a second (design/api.md, Sockets). */
const INTERVAL_MS = 500

/** `/ws/leaderboard/`: all rows, read from Postgres once for each change for all readers; not at all without any. */
export class LeaderboardChannel implements Channel {
  // What it tells is the same for everybody, so its frame is its state.
  readonly #room = new Room<Buffer>({ frameOf: (frame) => frame, onEmpty: () => this.#pace.stop() })
  readonly #pace = new Pace(INTERVAL_MS, () => this.#publish())
  #reading: Promise<void> | undefined
  #isOutdated = false

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'leaderboard' ? 'leaderboard' : null
  }

  async enter(): Promise<Room<Buffer>> {
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

  /** Votes were counted, or something else that it shows has changed. */
  refresh(): void {
    if (!this.#room.isEmpty) this.#pace.touch()
  }

  #publish(): void {
    // A read under way may have missed this change.
    if (this.#reading) this.#isOutdated = true
    else this.#read().catch((error: Error) => log.warn({ err: error.message }, 'leaderboard waits'))
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
    const update: LeaderboardUpdate = { type: 'leaderboard_update', data: await getLeaderboard() }
    const frame = textFrame(JSON.stringify(update))
    if (!this.#room.state?.equals(frame)) this.#room.publish(frame)
  }
}
