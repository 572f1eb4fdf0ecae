const MOST_KEPT = 2_000

/** Remembers keys in this process for a while, the newest of them where there are too many. */
export class Recently {
  readonly #keptMs: number
  readonly #noted = new Map<string, number>()

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  has(key: string): boolean {
    return performance.now() - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < this.#keptMs
  }

  note(key: string): void {
    this.#noted.delete(key)
    this.#noted.set(key, performance.now())
    if (this.#noted.size > MOST_KEPT) this.#noted.delete(this.#noted.keys().next().value ?? '')
  }
}
