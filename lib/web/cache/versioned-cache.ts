import { log } from '#lib/core/log.ts'

export type CacheOptions = {
  /**
   * Most values. In a full cache a key is cached at its second request, in place of the least recently used
   * one: a crawler that reads each page once evicts nothing.
   */
  limit: number
  /** Changes when cached values are out of date. */
  version: () => number
  /** Maximum age in ms, even if the version is unchanged. */
  maxAge: () => number
  /** Whether an error is a valid answer (such as 404). For other errors a stale value is served. */
  isAnswer: (error: unknown) => boolean
  /** In ms, monotonic. */
  clock?: () => number
}

export type CacheEntry<T> = {
  readonly key: string
  value: T | undefined
  /** Version and time at the start of the build. */
  version: number
  builtAt: number
  build: number
  /** Version and time of the newest build, also if it failed. */
  triedVersion: number
  triedAt: number
  building: Promise<T> | undefined
  askedAt: number
}

/** Minimum ms between two builds of a value, because changes come in bursts. */
const PAUSE_MS = 200
/** Ms. During a build all callers but the first get the stale value, unless it is older than this. */
const SERVE_WHILE_BUILDING_MS = 15_000
/** Maximum age in ms of stale values while Postgres fails or hangs. */
const SERVE_ON_FAULT_MS = 5 * 60_000
const TIMEOUT_MS = 1_000

/** Builds each value on demand, once per version, for all concurrent callers. */
export class VersionedCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>()
  /** Keys requested once and not cached, newest last. */
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

  /** Callers may retain the entry: after eviction it only becomes stale. */
  find(key: string): CacheEntry<T> | undefined {
    const entry = this.#entries.get(key)
    return entry?.value === undefined ? undefined : entry
  }

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
   * Returns a value at most 200 ms older than the newest change, or stale if the build fails or hangs.
   * @throws errors of `build` if no stale value is available
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
      return await withTimeout(building, stale)
    } catch (error) {
      if (this.#options.isAnswer(error)) throw error
      log.warn({ err: String(error), key }, 'serving a stale answer')
      return stale
    }
  }

  /** The value as of the newest change. */
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
   * Whether a new key must not evict another yet. A value that is not cached also stays in V8's young
   * generation.
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
        // An older build can end after a newer one.
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

async function withTimeout<T>(building: Promise<T>, stale: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, TIMEOUT_MS, stale)
  try {
    return await Promise.race([building, promise])
  } finally {
    clearTimeout(timer)
  }
}
