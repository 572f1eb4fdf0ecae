import { log } from '#lib/core/log.ts'
import { addTraffic } from '#lib/domain/traffic/commands.ts'

const EVERY_MS = 10_000

/** Counts requests and failures, and stores the counts every ten seconds. */
export class TrafficCount {
  #requests = 0
  #failures = 0
  #writing: Promise<void> | undefined
  readonly #timer: ReturnType<typeof setInterval>

  constructor() {
    this.#timer = setInterval(() => void this.write(), EVERY_MS)
    this.#timer.unref()
  }

  add(status: number): void {
    this.#requests++
    if (status >= 500) this.#failures++
  }

  async write(): Promise<void> {
    if (this.#writing || this.#requests === 0) return this.#writing
    const [requests, failures] = [this.#requests, this.#failures]
    this.#requests = 0
    this.#failures = 0
    this.#writing = addTraffic(requests, failures)
      .catch((error: Error) => {
        this.#requests += requests
        this.#failures += failures
        log.warn({ err: error.message }, 'traffic not written down')
      })
      .finally(() => {
        this.#writing = undefined
      })
    return this.#writing
  }

  end(): Promise<void> {
    clearInterval(this.#timer)
    return this.write()
  }
}
