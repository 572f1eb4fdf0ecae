import type { CacheOptions } from './versioned-cache.ts'

/**
 * Caches rows by their ids, all of one version: when it changes, when they become old, and when there are too many, they begin anew. A read
 * asks for those alone that are not there yet.
 */
export class VersionedRows<T> {
  readonly #options: Pick<CacheOptions, 'limit' | 'version' | 'maxAge' | 'clock'>
  readonly #read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>
  readonly #clock: () => number
  #rows = new Map<string, T>()
  #version = -1
  #since = Number.NEGATIVE_INFINITY

  /** @param read reads rows by their ids; an id that nothing has is left out */
  constructor(
    options: Pick<CacheOptions, 'limit' | 'version' | 'maxAge' | 'clock'>,
    read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ) {
    this.#options = options
    this.#read = read
    this.#clock = options.clock ?? (() => performance.now())
  }

  /**
   * Returns the rows with these ids, as of the newest change or newer; there may be others beside them.
   * @throws whatever `read` throws
   */
  async get(ids: readonly string[]): Promise<ReadonlyMap<string, T>> {
    const rows = this.#current()
    const missing = ids.filter((id) => !rows.has(id))
    // What is read goes to the rows of the version from before the read, also where another version has begun meanwhile.
    if (missing.length > 0) for (const [id, row] of await this.#read(missing)) rows.set(id, row)
    return rows
  }

  #current(): Map<string, T> {
    const { limit, version, maxAge } = this.#options
    const newest = version()
    const moment = this.#clock()
    if (newest !== this.#version || moment - this.#since >= maxAge() || this.#rows.size >= limit) {
      this.#rows = new Map()
      this.#version = newest
      this.#since = moment
    }
    return this.#rows
  }
}
