/** So many claims in a row begin where the last one ended, at the most. */
const FULL_LOOK_EVERY = 16
/** So far before that place they begin: an id may be given early and committed a little late. */
const MARGIN = 200n

/**
 * Where in the inbox a claim begins: a little before what this process has claimed last. What lies further back is locked by
 * a settlement beside, or was settled a moment ago and stands in the index until it is vacuumed, and each claim would have to
 * pass over all of it. Nothing is passed over for good: a claim that found nothing, one that failed, and every sixteenth
 * send the next one to the beginning.
 */
export class ClaimPlace {
  #last = 0n
  #claims = 0

  /** The id after which the next claim looks. */
  next(): bigint {
    this.#claims += 1
    if (this.#claims % FULL_LOOK_EVERY === 0) this.#last = 0n
    return this.#last > MARGIN ? this.#last - MARGIN : 0n
  }

  /** The last id that a claim has found; null where it found nothing. */
  found(last: bigint | null): void {
    if (last === null) this.#last = 0n
    else if (last > this.#last) this.#last = last
  }

  /** Begins at the beginning: what a failed claim had taken is free again. */
  reset(): void {
    this.#last = 0n
  }
}
