import { log } from '#lib/core/log.ts'
import { addTraffic } from '#lib/domain/traffic/commands.ts'

const EVERY_MS = 10_000

/** Counts what a process of web answers; two additions for each request, and one statement in ten seconds. */
export class TrafficCount {
  #requests = 0
  #failures = 0
  #keeping: Promise<void> | undefined
  readonly #timer: ReturnType<typeof setInterval>

  constructor() {
    this.#timer = setInterval(() => void this.keep(), EVERY_MS)
    this.#timer.unref()
  }

  /** An answer has been given. */
  add(status: number): void {
    this.#requests++
    if (status >= 500) this.#failures++
  }

  /** Writes down what was counted since the last time. Where that fails, it is tried again with the next. */
  async keep(): Promise<void> {
    if (this.#keeping || this.#requests === 0) return this.#keeping
    const [requests, failures] = [this.#requests, this.#failures]
    this.#requests = 0
    this.#failures = 0
    this.#keeping = addTraffic(requests, failures)
      .catch((error: Error) => {
        this.#requests += requests
        this.#failures += failures
        log.warn({ err: error.message }, 'traffic not written down')
      })
      .finally(() => {
        this.#keeping = undefined
      })
    return this.#keeping
  }

  /** Writes down the rest. */
  end(): Promise<void> {
    clearInterval(this.#timer)
    return this.keep()
  }
}
