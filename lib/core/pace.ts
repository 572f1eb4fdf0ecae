/**
 * Runs `send` for changes that come at any rate: the first at once, then at most once in each interval, after the newest.
 * The intervals follow each other without gaps, however late a timer is. `send` itself reads what there is to send, so that a
 * change is never lost and never sent twice.
 */
export class Pace {
  readonly #intervalMs: number
  readonly #send: () => void
  /** Nothing more is sent before this moment. */
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

  /** @param from the start of the interval that this is sent for */
  #run(from: number): void {
    this.#timer = undefined
    this.#dueAt = from + this.#intervalMs
    this.#send()
  }
}
