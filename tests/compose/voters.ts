import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { WebClient } from '../simulation/web-client.ts'

const EVERY_MS = 200

const ordered = z.object({ gift_id: z.string(), payment_required: z.boolean() })
const settled = z.object({ status: z.string() })

/** Somebody who gave one vote, and the gift that web named when it took the order. */
export type Given = { readonly phone: string; readonly id: string }

/** Visitors who give one vote each to one video, five a second, each from an address, session and phone of their own. */
export class Voters {
  readonly #web: WebClient
  readonly #video: string
  readonly #pending = new Set<Promise<void>>()
  readonly given: Given[] = []
  readonly #first = randomInt(1_000, 9_000)
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

  /** Waits until everybody's order was answered. */
  async end(): Promise<void> {
    this.#isEnding = true
    await this.#running
    await Promise.all(this.#pending)
  }

  /** @returns the states of all gifts, by how many have each */
  async states(): Promise<Record<string, number>> {
    const states: Record<string, number> = {}
    for (const { id } of this.given) {
      const { status } = settled.parse(
        await this.#web.expect(200, { method: 'GET', path: `/api/gifts/${id}/` }),
      )
      states[status] = (states[status] ?? 0) + 1
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
    // No number that ends in 0001 to 0110: the simulator lets those fail.
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
