import { log } from '#lib/core/log.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { inSharedSpan, type TraceParent, traceContext } from '#lib/core/tracing.ts'
import { Room } from './rooms.ts'

export type OwnRoomsOptions<S> = {
  name: string
  /** Least time between two messages. */
  intervalMs: number
  /** Returns the users' states, without users who have none. `known` has the states that were sent last. */
  read(userIds: readonly string[], known: ReadonlyMap<string, S>): Promise<ReadonlyMap<string, S>>
  isNews(state: S, known: S | undefined): boolean
  frameOf(state: S, known: S | undefined): Buffer
}

/** One room per user. Changed states are read together. */
export class OwnRooms<S> {
  readonly #rooms = new Map<string, Room<S>>()
  readonly #options: OwnRoomsOptions<S>
  /** With the trace of the newest change. */
  readonly #changed = new Map<string, TraceParent>()
  readonly #throttle: Throttle
  #reading: Promise<void> | undefined

  constructor(options: OwnRoomsOptions<S>) {
    this.#options = options
    this.#throttle = new Throttle(options.intervalMs, () => this.#readLater())
  }

  get isEmpty(): boolean {
    return this.#rooms.size === 0
  }

  /** Null if the user has no state. */
  async enter(userId: string): Promise<Room<S> | null> {
    const room = this.#rooms.get(userId) ?? this.#open(userId)
    room.expect()
    try {
      // Reads again, because messages about changes may have been lost.
      if (room.state !== undefined) this.receive([userId])
      // A read that is just ending may lack this user; the next one includes the user.
      for (let look = 0; room.state === undefined && look < 2; look++) {
        this.#changed.set(userId, null)
        await this.#read()
      }
    } catch (error) {
      room.release()
      throw error
    }
    if (room.state !== undefined) return room
    room.release()
    return null
  }

  receive(userIds: readonly string[]): void {
    const watched = userIds.filter((id) => this.#rooms.has(id))
    if (watched.length === 0) return
    const trace = traceContext()
    for (const id of watched) this.#changed.set(id, trace ?? this.#changed.get(id))
    this.#throttle.touch()
  }

  refresh(): void {
    this.receive([...this.#rooms.keys()])
  }

  #open(userId: string): Room<S> {
    const room: Room<S> = new Room({
      name: this.#options.name,
      frameOf: this.#options.frameOf,
      onEmpty: () => {
        if (this.#rooms.get(userId) === room) this.#rooms.delete(userId)
      },
    })
    this.#rooms.set(userId, room)
    return room
  }

  #readLater(): void {
    this.#read().catch((error: Error) => log.warn({ err: error.message }, `${this.#options.name} wait`))
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readChanged().finally(() => {
      this.#reading = undefined
      // Users were added during this read.
      if (this.#changed.size > 0) this.#throttle.touch()
    })
    return this.#reading
  }

  async #readChanged(): Promise<void> {
    const changed = new Map(this.#changed)
    this.#changed.clear()
    const rooms = new Map([...changed.keys()].flatMap((id) => withId(id, this.#rooms.get(id))))
    const known = new Map([...rooms].flatMap(([id, { state }]) => withId(id, state)))
    const states = await inSharedSpan(`read ${this.#options.name}`, [...changed.values()], () =>
      this.#options.read([...rooms.keys()], known),
    )
    for (const [id, room] of rooms) {
      const state = states.get(id)
      if (state !== undefined && this.#options.isNews(state, room.state))
        room.publish(state, [changed.get(id)])
    }
  }
}

function withId<T>(id: string, value: T | undefined): [string, T][] {
  return value === undefined ? [] : [[id, value]]
}
