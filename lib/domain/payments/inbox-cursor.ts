/** After at most so many claims, one begins at the beginning. */
const FULL_LOOK_EVERY = 16
/** A claim begins this many ids before the last one's end: an id may be given early and committed a little late. */
const MARGIN = 200n

/**
 * The place in the inbox where the next claim begins to look: a little before the end of this process's last claim. Rows before
 * it are locked by another settlement, or are settled and stay in the index until a vacuum, and each claim would have to pass
 * over all of them. No row is passed over for good: after a claim that found nothing, one that failed, and every sixteenth,
 * the next one begins at the beginning.
 */
export class InboxCursor {
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

  /** The next claim begins at the beginning: what a failed one had taken is free again. */
  reset(): void {
    this.#last = 0n
  }
}
