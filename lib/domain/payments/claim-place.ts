/** So many claims in a row begin where the last one ended, at the most. */
const FULL_LOOK_EVERY = 16

/**
 * Where in the inbox a claim begins: behind what this process has claimed last. What lies before that is locked by a
 * settlement beside, or was settled a moment ago and still stands in the index, and each claim would have to pass over
 * all of it. Nothing is passed over for good, such as an id that was given early and committed late: a claim that found
 * less than it asked for, one that failed, and every sixteenth send the next one to the beginning.
 */
export class ClaimPlace {
  #after = 0n
  #claims = 0

  /** The id after which the next claim looks. */
  next(): bigint {
    this.#claims += 1
    if (this.#claims % FULL_LOOK_EVERY === 0) this.#after = 0n
    return this.#after
  }

  /** What a claim of up to `limit` has found, in order. */
  found(ids: readonly bigint[], limit: number): void {
    const last = ids.at(-1)
    if (last === undefined || ids.length < limit) this.#after = 0n
    else if (last > this.#after) this.#after = last
  }

  /** Begins at the beginning: what a failed claim had taken is free again. */
  reset(): void {
    this.#after = 0n
  }
}
