import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { WebClient } from '../simulation/web-client.ts'

const EVERY_MS = 200

const ordered = z.object({ gift_id: z.string() })
const gift = z.object({
  id: z.string(),
  status: z.string(),
  prompt: z.string(),
  can_retry_prompt: z.boolean(),
})
export type Gift = z.infer<typeof gift>

/** A voter with one vote, and the gift's id. */
export type Given = { readonly phone: string; readonly id: string }

/** Visitors with one vote each for one video, five a second, each with a new address, session and phone. */
export class Voters {
  readonly #web: WebClient
  readonly #video: string
  readonly #pending = new Set<Promise<void>>()
  readonly given: Given[] = []
  /** No range of the demo's payers, whose payments are in M-Pesa's book too. */
  readonly #first = randomInt(3_000, 8_900)
  #next = 0
  #isEnding = false
  #running: Promise<void> | undefined

  constructor(origin: string, video: string) {
    this.#web = new WebClient(origin)
    this.#video = video
  }

  start(): void {
    this.#running = this.#giveOneAfterTheOther()
  }

  /** Waits until every order is answered. */
  async end(): Promise<void> {
    this.#isEnding = true
    await this.#running
    await Promise.all(this.#pending)
  }

  /** Reads all gifts, and retries the prompt if it was never sent. @returns gifts by state */
  async look(): Promise<Record<string, Gift[]>> {
    const states: Record<string, Gift[]> = {}
    for (const { id } of this.given) {
      const seen = gift.parse(await this.#web.expect(200, { method: 'GET', path: `/api/gifts/${id}/` }))
      if (seen.can_retry_prompt) await this.#web.ask({ path: `/api/gifts/${id}/prompt/` })
      states[seen.status] = [...(states[seen.status] ?? []), seen]
    }
    return states
  }

  async #giveOneAfterTheOther(): Promise<void> {
    while (!this.#isEnding) {
      const giving = this.#give().finally(() => this.#pending.delete(giving))
      this.#pending.add(giving)
      await pause(EVERY_MS)
    }
  }

  async #give(): Promise<void> {
    // No number that ends in 0001 to 0110: the simulator fails those.
    const phone = `2547${String(this.#first + Math.trunc(this.#next / 9_000)).padStart(4, '0')}${1_000 + (this.#next++ % 9_000)}`
    const body = {
      session_id: `session-${phone}`,
      device_fingerprint: `device-${phone}`,
      phone_number: phone,
      vote_count: 1,
    }
    const answer = await this.#web.expect(202, {
      path: `/api/videos/${this.#video}/bulk-vote/`,
      body,
      key: randomUUID(),
    })
    this.given.push({ phone, id: ordered.parse(answer).gift_id })
  }
}
