/**
 * Runs `send` for changes that come at any rate: the first at once, then at most once in each interval, after the
 * newest. `send` looks up what there is to send itself, so a change is never lost and never sent twice.
 */
export class Pace {
  readonly #intervalMs: number
  readonly #send: () => void
  #lastAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(intervalMs: number, send: () => void) {
    this.#intervalMs = intervalMs
    this.#send = send
  }

  /** Something changed. */
  touch(): void {
    if (this.#timer) return
    const wait = this.#lastAt + this.#intervalMs - performance.now()
    if (wait <= 0) this.#run()
    else this.#timer = setTimeout(() => this.#run(), Math.ceil(wait))
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #run(): void {
    this.#timer = undefined
    this.#lastAt = performance.now()
    this.#send()
  }
}
