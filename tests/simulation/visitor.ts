import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import type { Chance } from '#prisma/seed/random.ts'
import type { Contestant } from './joining.ts'
import type { Month } from './month.ts'
import { drawOutcome, fanPhone, phoneFor } from './outcomes.ts'

/** The end of a visitor's attempt. */
export type Ending = 'prompted' | 'paybill' | 'retried' | 'left' | 'refused' | 'vote-code'

const ordered = z.object({ gift_id: z.string(), payment_required: z.boolean() })
const gift = z.object({ paybill: z.object({ account_number: z.string() }).nullable(), amount: z.number() })

const VOTES = [1, 2, 3, 5, 10, 20, 100]
const HOW_OFTEN = [50, 15, 10, 12, 8, 4, 1]

/** Visitors do not retry a pending gift for longer. Its outcome is in M-Pesa's book. */
const VISITOR_TIMEOUT_MS = 2_000

/** Fewer fans than gifts, so that some have an open prompt. */
const FANS_PER_GIFT = 0.3

/** Votes by prompt, or without data by a video's code. */
export class Visitors {
  readonly #month: Month
  readonly #chance: Chance
  readonly #contestants: readonly Contestant[]
  readonly #fans: number

  constructor(month: Month, contestants: readonly Contestant[]) {
    this.#month = month
    this.#chance = month.chance('visitors')
    this.#contestants = contestants
    this.#fans = Math.ceil(month.wishes.gifts * FANS_PER_GIFT)
  }

  /** Draws all random values before any request, so that the seed decides and not the network. */
  async give(): Promise<Ending> {
    const chance = this.#chance
    const video = this.#pickVideo()
    const votes = VOTES[chance.weighted(HOW_OFTEN)] ?? 1
    const outcome = drawOutcome(chance)
    const phone = outcome ? phoneFor(outcome) : fanPhone(chance.whole(0, this.#fans))
    const [byCode, oddSum, next] = [chance.happens(0.03), chance.happens(0.2), chance.next()]
    if (byCode) return this.#payByCode(fanPhone(chance.whole(0, this.#fans)), video, votes, oddSum)
    return this.#payByPrompt(video.id, phone, votes, next)
  }

  /** The first few receive most. */
  #pickVideo(): Contestant {
    const place = Math.floor(this.#contestants.length * this.#chance.next() ** 2)
    return this.#contestants[place] ?? this.#chance.pick(this.#contestants)
  }

  async #payByPrompt(videoId: string, phone: string, votes: number, next: number): Promise<Ending> {
    const body = {
      session_id: `session-${phone}`,
      device_fingerprint: `device-${phone}`,
      phone_number: phone,
      vote_count: votes,
    }
    const path = `/api/videos/${videoId}/bulk-vote/`
    const key = randomUUID()
    const { status, json } = await this.#month.web.ask({
      path,
      body,
      key,
      leavesAfterMs: VISITOR_TIMEOUT_MS,
    })
    if (json.code === 'request_in_progress') return 'left'
    if (status !== 202) return this.#refused(status, json)
    const { gift_id: id, payment_required: isUnsent } = ordered.parse(json)
    if (!isUnsent) return 'prompted'
    if (next < 0.4) return this.#retry(id)
    return next < 0.8 ? this.#payByAccountNumber(id, phone) : 'left'
  }

  #refused(status: number, json: Record<string, unknown>): Ending {
    const known = ['prompt_open', 'voting_closed', 'max_votes_reached']
    if (status === 409 && known.includes(String(json.code))) return 'refused'
    if (status === 429) return 'refused'
    throw new Error(`a gift was answered ${status}: ${JSON.stringify(json)}`)
  }

  async #retry(giftId: string): Promise<Ending> {
    const { status } = await this.#month.web.ask({ path: `/api/gifts/${giftId}/prompt/` })
    return status === 202 ? 'retried' : 'refused'
  }

  async #payByAccountNumber(giftId: string, phone: string): Promise<Ending> {
    const { paybill, amount } = gift.parse(
      await this.#month.web.expect(200, { method: 'GET', path: `/api/gifts/${giftId}/` }),
    )
    if (!paybill) return 'left'
    const paid = await this.#month.stage.mpesa.payPaybill(phone, amount * 100, paybill.account_number)
    return paid ? 'paybill' : 'left'
  }

  async #payByCode(phone: string, video: Contestant, votes: number, isOdd: boolean): Promise<Ending> {
    const cents = votes * Number(VOTE_PRICE) + (isOdd ? 2_000 : 0)
    const paid = await this.#month.stage.mpesa.payPaybill(phone, cents, video.voteCode.toLowerCase())
    return paid ? 'vote-code' : 'left'
  }
}
