import { log } from '#lib/core/log.ts'

export type KeptOptions = {
  /** How many values at most; the one asked for longest ago goes first. */
  limit: number
  /** Changes whenever what was kept is out of date. */
  version: () => number
  /** Milliseconds after which a value is out of date even though no change was heard of. */
  maxAge: () => number
  /** Whether an error is itself the answer (a 404, say) and not a fault that an old value may stand in for. */
  isAnswer: (error: unknown) => boolean
  /** Milliseconds that only ever grow. */
  clock?: () => number
}

/** One value under its key. */
export type KeptEntry<T> = {
  readonly key: string
  value: T | undefined
  /** The version it was built from, when that build began, and the how-manieth build it was. */
  version: number
  builtAt: number
  build: number
  /** The same of the newest build, whether it succeeded or not, and that build while it runs. */
  triedVersion: number
  triedAt: number
  building: Promise<T> | undefined
  askedAt: number
}

/** Changes come in bursts: a value is built at most five times a second. */
const PAUSE_MS = 200
/** While a build runs, everybody but the one who began it gets the former value, unless that is older than this. */
const SERVE_WHILE_BUILDING_MS = 15_000
/** Where Postgres fails or hangs, the former value is better than none for this long. */
const SERVE_ON_FAULT_MS = 5 * 60_000
const PATIENCE_MS = 1_000

/**
 * Values kept in memory and built once for each change, however many ask at the same time.
 * A value that is out of date is built anew when it is next asked for, never while nobody wants it.
 */
export class Kept<T> {
  readonly #entries = new Map<string, KeptEntry<T>>()
  readonly #options: KeptOptions
  readonly #clock: () => number
  #builds = 0

  constructor(options: KeptOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
  }

  get size(): number {
    return this.#entries.size
  }

  /** The entry of a key that has a value. Entries may be held on to: one that was pushed out only grows old. */
  find(key: string): KeptEntry<T> | undefined {
    const entry = this.#entries.get(key)
    return entry?.value === undefined ? undefined : entry
  }

  /** The value if it may be served as it is, without waiting; otherwise `get` builds it. */
  current(entry: KeptEntry<T>): T | undefined {
    const moment = this.#clock()
    entry.askedAt = moment
    if (entry.value === undefined) return undefined
    const age = moment - entry.builtAt
    if (entry.version === this.#options.version() && age < this.#options.maxAge()) return entry.value
    const waits = entry.building !== undefined || moment - entry.triedAt < PAUSE_MS
    return waits && age < SERVE_WHILE_BUILDING_MS ? entry.value : undefined
  }

  /**
   * The value of a key: at most a fifth of a second behind the newest change, or older while it cannot be built.
   * @throws whatever `build` throws, where no former value may stand in
   */
  async get(key: string, build: () => Promise<T>): Promise<T> {
    const entry = this.#entryOf(key)
    const ready = this.current(entry)
    if (ready !== undefined) return ready
    const building = entry.building ?? this.#start(entry, build)
    const former = this.#standIn(entry)
    if (former === undefined) return building
    try {
      return await withPatience(building, former)
    } catch (error) {
      if (this.#options.isAnswer(error)) throw error
      log.warn({ err: String(error), key }, 'serving what was kept')
      return former
    }
  }

  /** The value of a key as of the newest change; builds it where it is the least bit older. */
  async getExact(key: string, build: () => Promise<T>): Promise<T> {
    const entry = this.#entryOf(key)
    const newest = this.#options.version()
    if (entry.building && entry.triedVersion === newest) return entry.building
    const age = this.#clock() - entry.builtAt
    if (entry.version === newest && entry.value !== undefined && age < this.#options.maxAge())
      return entry.value
    return this.#start(entry, build)
  }

  #standIn(entry: KeptEntry<T>): T | undefined {
    return this.#clock() - entry.builtAt < SERVE_ON_FAULT_MS ? entry.value : undefined
  }

  #start(entry: KeptEntry<T>, build: () => Promise<T>): Promise<T> {
    const version = this.#options.version()
    const began = this.#clock()
    const count = ++this.#builds
    entry.triedAt = began
    entry.triedVersion = version
    const building = build().then(
      (value) => {
        if (entry.building === building) entry.building = undefined
        // A build that began earlier may end later: the newer one stays.
        if (count > entry.build) Object.assign(entry, { value, version, builtAt: began, build: count })
        return value
      },
      (error: unknown) => {
        if (entry.building === building) entry.building = undefined
        if (entry.value === undefined || this.#options.isAnswer(error)) this.#drop(entry)
        throw error
      },
    )
    entry.building = building
    return building
  }

  #entryOf(key: string): KeptEntry<T> {
    const known = this.#entries.get(key)
    if (known) return known
    const entry: KeptEntry<T> = {
      key,
      value: undefined,
      version: -1,
      builtAt: Number.NEGATIVE_INFINITY,
      build: 0,
      triedVersion: -1,
      triedAt: Number.NEGATIVE_INFINITY,
      building: undefined,
      askedAt: this.#clock(),
    }
    if (this.#entries.size >= this.#options.limit) this.#dropOldest()
    this.#entries.set(key, entry)
    return entry
  }

  /** Looks through all of them, which only a key that is not there yet has to pay for. */
  #dropOldest(): void {
    let oldest: KeptEntry<T> | undefined
    for (const entry of this.#entries.values()) if (!oldest || entry.askedAt < oldest.askedAt) oldest = entry
    if (oldest) this.#drop(oldest)
  }

  #drop(entry: KeptEntry<T>): void {
    entry.value = undefined
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
  }
}

/** The promise's value, or the former one where that takes too long: a hanging database hangs nobody's feed. */
async function withPatience<T>(building: Promise<T>, former: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, PATIENCE_MS, former)
  try {
    return await Promise.race([building, promise])
  } finally {
    clearTimeout(timer)
  }
}
