/**
 * Runs `send` for changes that come at any rate: the first at once, then at most once in each interval, after the
 * newest. The intervals follow each other without gaps, however late a timer comes. `send` looks up what there is to send
 * itself, so a change is never lost and never sent twice.
 */
export class Pace {
  readonly #intervalMs: number
  readonly #send: () => void
  /** Before then nothing more is sent. */
  #dueAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(intervalMs: number, send: () => void) {
    this.#intervalMs = intervalMs
    this.#send = send
  }

  /** Something changed. */
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

  /** @param from when the interval that this is sent for has begun */
  #run(from: number): void {
    this.#timer = undefined
    this.#dueAt = from + this.#intervalMs
    this.#send()
  }
}
