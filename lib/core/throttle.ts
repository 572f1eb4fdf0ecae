/**
 * Throttles `send`: the first change at once, then once per interval, without drift from late timers. `send`
 * reads the current state itself, so no change is lost or sent twice.
 */
export class Throttle {
  readonly #intervalMs: number
  readonly #send: () => void
  #dueAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(intervalMs: number, send: () => void) {
    this.#intervalMs = intervalMs
    this.#send = send
  }

  touch(): void {
    if (this.#timer) return
    const moment = performance.now()
    if (moment >= this.#dueAt) this.#run(moment)
    else this.#timer = setTimeout(() => this.#run(this.#dueAt), Math.ceil(this.#dueAt - moment))
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** @param from the start of the interval */
  #run(from: number): void {
    this.#timer = undefined
    this.#dueAt = from + this.#intervalMs
    this.#send()
  }
}
