import type { VoteUpdate } from '#lib/contract/sockets.ts'
import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { type TraceParent, traceContext } from '#lib/core/tracing.ts'
import { readVoteCounts } from '#lib/domain/videos/queries.ts'
import type { Channel } from './channel.ts'
import { noteVisible } from './figures.ts'
import { textFrame } from './frame.ts'
import { Room } from './rooms.ts'

const INTERVAL_MS = 100
const READ_ATTEMPTS = 3
/** Delay before unsettled counts are read again. */
const REREAD_MS = 1_000

type CountedVotes = { video_id: string; vote_count: number; delta: number }

/** `/ws/votes/{videoId}/` sends a video's vote count. */
export class VotesChannel implements Channel {
  readonly #rooms = new Map<string, VoteRoom>()
  readonly #readCounts: typeof readVoteCounts
  /** Rooms whose count may differ from the count in Postgres. */
  readonly #unsettled = new Set<VoteRoom>()
  readonly #rereads = new Throttle(REREAD_MS, () => this.#rereadUnsettled())

  constructor(readCounts = readVoteCounts) {
    this.#readCounts = readCounts
  }

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

  /**
   * Messages can arrive out of order: the higher count is newer.
   * @param waitsSince by video, when each new vote's gift was paid, in ms
   */
  receive(
    updates: readonly CountedVotes[],
    waitsSince: Readonly<Record<string, readonly number[]>> = {},
  ): void {
    const lowered: VoteRoom[] = []
    for (const update of updates) {
      const found = this.#rooms.get(update.video_id)
      const waiting = waitsSince[update.video_id] ?? []
      if (!found) {
        noteVisible(waiting)
        continue
      }
      // Only a reversal lowers a count. A lower count may also be older, so Postgres is read.
      if (update.delta < 0) {
        found.cross()
        lowered.push(found)
      } else found.raise(update.vote_count, waiting)
    }
    if (lowered.length > 0) this.#rereadLater(lowered)
  }

  refresh(): void {
    if (this.#rooms.size > 0) this.#rereadLater([...this.#rooms.values()])
  }

  #rereadLater(rooms: VoteRoom[]): void {
    this.#reread(rooms).catch((error: Error) => {
      log.warn({ err: error.message }, 'vote counts wait')
      this.#rereadAgain(rooms)
    })
  }

  #rereadAgain(rooms: readonly VoteRoom[]): void {
    for (const found of rooms) if (this.#rooms.get(found.videoId) === found) this.#unsettled.add(found)
    if (this.#unsettled.size > 0) this.#rereads.touch()
  }

  #rereadUnsettled(): void {
    const rooms = [...this.#unsettled]
    this.#unsettled.clear()
    if (rooms.length > 0) this.#rereadLater(rooms)
  }

  /**
   * Sets counts from Postgres. If a message about a count arrived during the read, the count is read again:
   * the message may be older than a reversal. After all attempts the read is retried later, because nothing
   * else would lower the count.
   */
  async #reread(rooms: readonly VoteRoom[]): Promise<void> {
    let waiting = rooms
    for (let attempt = 1; waiting.length > 0 && attempt <= READ_ATTEMPTS; attempt++) {
      const asked = waiting.map((found) => ({ found, read: found.beginRead() }))
      try {
        const counts = await this.#readCounts(waiting.map(({ videoId }) => videoId))
        for (const { found, read } of asked) found.settle(counts.get(found.videoId), read)
      } finally {
        for (const { found, read } of asked) found.endRead(read)
      }
      waiting = asked.filter(({ read }) => read.isCrossed).map(({ found }) => found)
    }
    this.#rereadAgain(waiting)
  }

  #open(videoId: string): VoteRoom {
    const opened: VoteRoom = new VoteRoom(videoId, () => this.#drop(opened))
    this.#rooms.set(videoId, opened)
    opened.loading = this.#reread([opened])
    return opened
  }

  #drop(found: VoteRoom): void {
    found.stop()
    this.#unsettled.delete(found)
    if (this.#rooms.get(found.videoId) === found) this.#rooms.delete(found.videoId)
    if (this.#rooms.size === 0) this.#rereads.stop()
  }
}

/** A running read: whether a message arrived meanwhile, and its highest count. */
type Read = { isCrossed: boolean; highest: number }

class VoteRoom {
  readonly videoId: string
  readonly room: Room<number>
  loading: Promise<void> = Promise.resolve()
  #count: number | undefined
  readonly #reads = new Set<Read>()
  readonly #throttle: Throttle
  /** When the gifts were paid whose votes the next message has, in ms. */
  #waiting: number[] = []
  /** Of the changes since the last message. */
  readonly #traces = new Set<TraceParent>()

  constructor(videoId: string, onEmpty: () => void) {
    this.videoId = videoId
    this.room = new Room({ name: 'votes', frameOf: (count, known) => this.#frameOf(count, known), onEmpty })
    this.#throttle = new Throttle(INTERVAL_MS, () => this.#publish())
  }

  /** Takes a count, unless it is lower. Before the first read of Postgres, only that read sets the count. */
  raise(count: number, waitsSince: readonly number[]): void {
    this.cross()
    for (const read of this.#reads) read.highest = Math.max(read.highest, count)
    this.#waiting.push(...waitsSince)
    if (this.#count !== undefined && count > this.#count) this.#set(count)
    if (this.#waiting.length > 0) this.#throttle.touch()
  }

  /** Notes that a message arrived during the running reads. */
  cross(): void {
    for (const read of this.#reads) read.isCrossed = true
  }

  beginRead(): Read {
    const read = { isCrossed: false, highest: 0 }
    this.#reads.add(read)
    return read
  }

  endRead(read: Read): void {
    this.#reads.delete(read)
  }

  /** Sets the count of a read, or a higher count of a later message. */
  settle(count: number | undefined, { highest }: Read): void {
    if (count !== undefined) this.#set(Math.max(count, highest))
  }

  #set(count: number): void {
    if (count === this.#count) return
    this.#count = count
    this.#traces.add(traceContext())
    // The first count is sent at once, so that the first change is not throttled.
    if (this.room.state === undefined) this.room.publish(count)
    else this.#throttle.touch()
  }

  stop(): void {
    this.#throttle.stop()
    this.#noteVisible()
  }

  #publish(): void {
    if (this.#count !== undefined && this.#count !== this.room.state)
      this.room.publish(this.#count, this.#traces)
    this.#traces.clear()
    this.#noteVisible()
  }

  #noteVisible(): void {
    noteVisible(this.#waiting)
    this.#waiting = []
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
