import { BATCH_INTERVAL_MS } from '#lib/core/batch.ts'
import { log } from '#lib/core/log.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { type ClaimedPrompt, claimPrompts, submitPrompt } from '#lib/domain/payments/submit.ts'
import { countPrompt } from './metrics.ts'

/** Most prompts of a worker that await M-Pesa's answer. */
const AT_ONCE = 128
const BATCH = 100
/** Finds prompts whose order Redis lost. */
const LOOK_AT_LEAST_EVERY_MS = 1_000

/** Sends pending prompts within M-Pesa's rate and `AT_ONCE`. */
export class PromptSender {
  readonly #throttle = new Throttle(BATCH_INTERVAL_MS, () => this.#claimLater())
  readonly #sending = new Set<Promise<void>>()
  #claiming: Promise<void> | undefined
  #isAskedFor = false
  #isEnding = false
  #nextTurn: NodeJS.Timeout | undefined
  readonly #timer = setInterval(() => this.look(), LOOK_AT_LEAST_EVERY_MS)

  look(): void {
    if (!this.#isEnding) this.#throttle.touch()
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#isEnding = true
    this.#throttle.stop()
    clearTimeout(this.#nextTurn)
    await this.#claiming
    await Promise.all(this.#sending)
  }

  #claimLater(): void {
    if (this.#claiming) {
      this.#isAskedFor = true
      return
    }
    this.#claiming = this.#claim()
      .catch((error: Error) => log.warn({ err: error.message }, 'prompts wait'))
      .finally(() => {
        this.#claiming = undefined
        if (this.#isAskedFor) this.look()
        this.#isAskedFor = false
      })
  }

  async #claim(): Promise<void> {
    const limit = Math.min(BATCH, AT_ONCE - this.#sending.size)
    if (limit === 0) return
    const { prompts, moreInMs } = await claimPrompts(limit)
    for (const one of prompts) this.#send(one)
    if (moreInMs !== null) this.#lookIn(moreInMs)
    else if (prompts.length === limit) this.#isAskedFor = true
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#nextTurn)
    if (!this.#isEnding) this.#nextTurn = setTimeout(() => this.look(), ms)
  }

  #send(one: ClaimedPrompt): void {
    const end = countPrompt()
    const sent = submitPrompt(one)
      .then(({ state }) => end(state))
      .catch((error: Error) => {
        end('failed')
        log.error({ err: error, intentId: one.prompt.intentId }, 'the answer to a prompt is not stored')
      })
      .finally(() => {
        const wasFull = this.#sending.size === AT_ONCE
        this.#sending.delete(sent)
        if (wasFull) this.look()
      })
    this.#sending.add(sent)
  }
}
