import { log } from '#lib/core/log.ts'

export type CacheOptions = {
  /**
   * The most values it has. Once it has as many, a new key is cached when it is asked for a second time, in place of the value
   * asked for longest ago: whoever reads page after page, each of them once, pushes out nothing that others read.
   */
  limit: number
  /** Changes whenever the cached values are out of date. */
  version: () => number
  /** Milliseconds after which a value is out of date even where the version has not changed. */
  maxAge: () => number
  /** Tells whether an error is itself the answer (a 404, say), and not a fault in which a stale value is better than none. */
  isAnswer: (error: unknown) => boolean
  /** Milliseconds that only ever grow. */
  clock?: () => number
}

/** One value under its key. */
export type CacheEntry<T> = {
  readonly key: string
  value: T | undefined
  /** The version from which it was built, when that build began, and the number of that build. */
  version: number
  builtAt: number
  build: number
  /** The version from which the newest build was begun, whether it succeeded or not, and when. */
  triedVersion: number
  triedAt: number
  /** The newest build, while it runs. */
  building: Promise<T> | undefined
  askedAt: number
}

/** Milliseconds between two builds of a value, because changes come in bursts. */
const PAUSE_MS = 200
/** While a build runs, everybody but the one who began it gets the stale value, unless that is older than this. */
const SERVE_WHILE_BUILDING_MS = 15_000
/** How long a stale value is served while Postgres fails or hangs. */
const SERVE_ON_FAULT_MS = 5 * 60_000
const PATIENCE_MS = 1_000

/**
 * Caches values in memory. Each is built once for each change of its version, however many ask for it at the same time, and
 * only when it is asked for.
 */
export class VersionedCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>()
  /** Keys that were asked for and not cached, the newest last. */
  readonly #passed = new Set<string>()
  readonly #options: CacheOptions
  readonly #clock: () => number
  #builds = 0

  constructor(options: CacheOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
  }

  get size(): number {
    return this.#entries.size
  }

  /** Returns the entry of a key that has a value. The caller may hold on to it: one that was dropped only goes stale. */
  find(key: string): CacheEntry<T> | undefined {
    const entry = this.#entries.get(key)
    return entry?.value === undefined ? undefined : entry
  }

  /** Returns the value if it may be served without waiting; otherwise `get` builds it. */
  current(entry: CacheEntry<T>): T | undefined {
    const moment = this.#clock()
    entry.askedAt = moment
    if (entry.value === undefined) return undefined
    const age = moment - entry.builtAt
    if (entry.version === this.#options.version() && age < this.#options.maxAge()) return entry.value
    const waits = entry.building !== undefined || moment - entry.triedAt < PAUSE_MS
    return waits && age < SERVE_WHILE_BUILDING_MS ? entry.value : undefined
  }

  /**
   * Returns the value of a key: at most a fifth of a second older than the newest change, or stale while it cannot be built.
   * @throws whatever `build` throws, where no stale value may be served
   */
  async get(key: string, build: () => Promise<T>): Promise<T> {
    if (this.#passes(key)) return build()
    const entry = this.#entryOf(key)
    const ready = this.current(entry)
    if (ready !== undefined) return ready
    const building = entry.building ?? this.#start(entry, build)
    const stale = this.#staleValue(entry)
    if (stale === undefined) return building
    try {
      return await withPatience(building, stale)
    } catch (error) {
      if (this.#options.isAnswer(error)) throw error
      log.warn({ err: String(error), key }, 'serving a stale answer')
      return stale
    }
  }

  /** Returns the value of a key as of the newest change, and builds it where it is older. */
  async getExact(key: string, build: () => Promise<T>): Promise<T> {
    const entry = this.#entryOf(key)
    const newest = this.#options.version()
    if (entry.building && entry.triedVersion === newest) return entry.building
    const age = this.#clock() - entry.builtAt
    if (entry.version === newest && entry.value !== undefined && age < this.#options.maxAge())
      return entry.value
    return this.#start(entry, build)
  }

  /**
   * Tells whether a new key is not worth another's place yet, and remembers it for the next time. A value that is sent once and
   * let go also costs less than one that is kept for a while, because it never leaves V8's young generation.
   */
  #passes(key: string): boolean {
    const { limit } = this.#options
    if (this.#entries.has(key) || this.#entries.size < limit || this.#passed.has(key)) return false
    const [oldest] = this.#passed
    if (oldest !== undefined && this.#passed.size >= limit) this.#passed.delete(oldest)
    this.#passed.add(key)
    return true
  }

  #staleValue(entry: CacheEntry<T>): T | undefined {
    return this.#clock() - entry.builtAt < SERVE_ON_FAULT_MS ? entry.value : undefined
  }

  #start(entry: CacheEntry<T>, build: () => Promise<T>): Promise<T> {
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

  #entryOf(key: string): CacheEntry<T> {
    const known = this.#entries.get(key)
    if (known) return known
    const entry: CacheEntry<T> = {
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

  /** Looks through all entries; only the first request of a new key waits for that. */
  #dropOldest(): void {
    let oldest: CacheEntry<T> | undefined
    for (const entry of this.#entries.values()) if (!oldest || entry.askedAt < oldest.askedAt) oldest = entry
    if (oldest) this.#drop(oldest)
  }

  #drop(entry: CacheEntry<T>): void {
    entry.value = undefined
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key)
  }
}

/** Returns the promise's value, or the stale one where that takes too long, so that nobody waits for a database that hangs. */
async function withPatience<T>(building: Promise<T>, stale: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, PATIENCE_MS, stale)
  try {
    return await Promise.race([building, promise])
  } finally {
    clearTimeout(timer)
  }
}
