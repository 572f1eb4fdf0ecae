// Sends callbacks. As reported of Safaricom, failures are not retried, unless `callbackRetries` is set.
import { randomUUID } from 'node:crypto'
import type { Settings } from '../settings.ts'
import type { Schedule } from './schedule.ts'

export type DeliveryKind = 'stk' | 'result' | 'queue-timeout' | 'confirmation' | 'validation'
export type Delivery = {
  id: string
  kind: DeliveryKind
  /** CheckoutRequestID, ConversationID or receipt. */
  about: string
  url: string
  body: string
  at: string
  status: number | null
  answer: string
  problem: string | null
}

const MOST_DELIVERIES = 2_000

export class Deliveries {
  #log: Delivery[] = []
  readonly #schedule: Schedule
  readonly #settings: () => Settings
  #closing = new AbortController()

  constructor(schedule: Schedule, settings: () => Settings) {
    this.#schedule = schedule
    this.#settings = settings
  }

  list(): readonly Delivery[] {
    return this.#log
  }

  clear(): void {
    this.#log = []
  }

  close(): void {
    this.#closing.abort()
  }

  /** Never throws: the returned delivery has the error. */
  async send(kind: DeliveryKind, about: string, url: string, body: string): Promise<Delivery> {
    const delivery = await this.#schedule.track(
      this.#post(kind, about, url, body, this.#settings().callbackTimeoutMs),
    )
    if (!isAccepted(delivery)) this.#retry(delivery, this.#settings().callbackRetries)
    return delivery
  }

  /** Sends once and returns the answer; its `status` is null after a timeout. */
  ask(kind: DeliveryKind, about: string, url: string, body: string, timeoutMs: number): Promise<Delivery> {
    return this.#schedule.track(this.#post(kind, about, url, body, timeoutMs))
  }

  #retry(first: Delivery, left: number): void {
    if (left <= 0 || this.#closing.signal.aborted) return
    const { callbackRetryMs, callbackTimeoutMs } = this.#settings()
    this.#schedule.after(callbackRetryMs, async () => {
      const again = await this.#post(first.kind, first.about, first.url, first.body, callbackTimeoutMs)
      if (!isAccepted(again)) this.#retry(first, left - 1)
    })
  }

  async #post(
    kind: DeliveryKind,
    about: string,
    url: string,
    body: string,
    timeoutMs: number,
  ): Promise<Delivery> {
    const at = this.#schedule.now().toISOString()
    const delivery: Delivery = {
      id: randomUUID(),
      kind,
      about,
      url,
      body,
      at,
      status: null,
      answer: '',
      problem: null,
    }
    this.#log.push(delivery)
    if (this.#log.length > MOST_DELIVERIES) this.#log.splice(0, this.#log.length - MOST_DELIVERIES)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(Math.max(1, timeoutMs))]),
      })
      delivery.answer = (await response.text()).slice(0, 2_000)
      delivery.status = response.status
    } catch (error) {
      delivery.problem = error instanceof Error ? error.message : String(error)
    }
    return delivery
  }
}

function isAccepted(delivery: Delivery): boolean {
  return delivery.status !== null && delivery.status >= 200 && delivery.status < 300
}
