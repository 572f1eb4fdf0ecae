import type { VoteUpdate } from '#lib/contract/sockets.ts'
import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { Pace } from '#lib/core/pace.ts'
import { readVoteCounts } from '#lib/domain/videos/queries.ts'
import type { Channel } from './channel.ts'
import { textFrame } from './frame.ts'
import { Room } from './rooms.ts'

/** A video's count is sent ten times a second at most. */
const INTERVAL_MS = 100
const READ_ATTEMPTS = 3

type CountedVotes = { video_id: string; vote_count: number; delta: number }

/** `/ws/votes/{videoId}/` sends the vote count of one video. */
export class VotesChannel implements Channel {
  readonly #rooms = new Map<string, VoteRoom>()

  topicOf(segments: readonly string[]): string | null {
    const [name, id, ...more] = segments
    return name === 'votes' && id && isUuid(id) && more.length === 0 ? id.toLowerCase() : null
  }

  async enter(videoId: string): Promise<Room<number> | null> {
    const found = this.#rooms.get(videoId) ?? this.#open(videoId)
    found.room.expect()
    try {
      await found.loading
    } catch (error) {
      found.room.release()
      throw error
    }
    if (found.room.state !== undefined) return found.room
    found.room.release()
    return null
  }

  /** Handles a settled batch. An earlier batch's message may come after a later one's: the higher count is the newer. */
  receive(updates: readonly CountedVotes[]): void {
    const lowered: VoteRoom[] = []
    for (const update of updates) {
      const found = this.#rooms.get(update.video_id)
      if (!found) continue
      // Only a reversal lowers a count, and a lower count alone does not show whether it is the newest.
      if (update.delta < 0) lowered.push(found)
      else found.raise(update.vote_count)
    }
    if (lowered.length > 0) this.#rereadLater(lowered)
  }

  /** Reads Postgres again for every video that somebody watches. */
  refresh(): void {
    if (this.#rooms.size > 0) this.#rereadLater([...this.#rooms.values()])
  }

  #rereadLater(rooms: VoteRoom[]): void {
    this.#reread(rooms).catch((error: Error) => log.warn({ err: error.message }, 'vote counts wait'))
  }

  /** Sets counts to those of Postgres; those that changed while it was asked are read again. */
  async #reread(rooms: readonly VoteRoom[]): Promise<void> {
    let waiting = rooms
    for (let attempt = 1; waiting.length > 0 && attempt <= READ_ATTEMPTS; attempt++) {
      const asked = waiting.map((found) => ({ found, moves: found.moves }))
      const counts = await readVoteCounts(waiting.map(({ videoId }) => videoId))
      for (const { found, moves } of asked) found.settle(counts.get(found.videoId), moves)
      waiting = asked.filter(({ found, moves }) => found.moves !== moves).map(({ found }) => found)
    }
  }

  #open(videoId: string): VoteRoom {
    const opened: VoteRoom = new VoteRoom(videoId, () => this.#drop(opened))
    this.#rooms.set(videoId, opened)
    opened.loading = this.#reread([opened])
    return opened
  }

  #drop(found: VoteRoom): void {
    found.stop()
    if (this.#rooms.get(found.videoId) === found) this.#rooms.delete(found.videoId)
  }
}

/** The readers of one video and its newest count, which they get ten times a second at most. */
class VoteRoom {
  readonly videoId: string
  readonly room: Room<number>
  loading: Promise<void> = Promise.resolve()
  /** Grows with each message about the video, so that a slower read of Postgres does not undo one. */
  moves = 0
  #count: number | undefined
  /** The highest count of the messages that came before the first read of Postgres. */
  #early = 0
  readonly #pace: Pace

  constructor(videoId: string, onEmpty: () => void) {
    this.videoId = videoId
    this.room = new Room({ frameOf: (count, known) => this.#frameOf(count, known), onEmpty })
    this.#pace = new Pace(INTERVAL_MS, () => this.#publish())
  }

  /** Takes the count of a message; an older one is skipped. */
  raise(count: number): void {
    this.moves += 1
    if (this.#count === undefined) this.#early = Math.max(this.#early, count)
    else if (count > this.#count) this.#set(count)
  }

  /** Takes the count as Postgres had it when `moves` messages were known; a later message may be newer. */
  settle(count: number | undefined, moves: number): void {
    if (count === undefined) return
    this.#set(moves === this.moves ? count : Math.max(count, this.#count ?? this.#early))
  }

  #set(count: number): void {
    if (count === this.#count) return
    this.#count = count
    // Nobody was told anything before the first count is known, so that the first change need not wait.
    if (this.room.state === undefined) this.room.publish(count)
    else this.#pace.touch()
  }

  stop(): void {
    this.#pace.stop()
  }

  #publish(): void {
    if (this.#count !== undefined && this.#count !== this.room.state) this.room.publish(this.#count)
  }

  #frameOf(count: number, known: number | undefined): Buffer {
    const update: VoteUpdate = {
      type: 'vote_update',
      video_id: this.videoId,
      vote_count: count,
      delta: known === undefined ? 0 : count - known,
    }
    return textFrame(JSON.stringify(update))
  }
}
