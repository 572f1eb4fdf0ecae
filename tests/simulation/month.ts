import { nairobiParts } from '#lib/core/clock.ts'
import { moveMonthsJob } from '#lib/domain/challenges/jobs.ts'
import { pullStatementJob, verifyPaymentsJob } from '#lib/domain/payments/jobs.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { listGiftsJob } from '#lib/domain/tally/jobs.ts'
import { type Chance, chanceOf } from '#prisma/seed/random.ts'
import { until } from '../support/until.ts'
import { rowOf, rowsOf } from './database.ts'
import type { Killer } from './killer.ts'
import type { Stage } from './stage.ts'
import type { WebClient } from './web-client.ts'
import type { Wishes } from './wishes.ts'

/** Longer than any part is dead. */
const TIMEOUT_SECONDS = 90

type Scheduled = { queue: 'payments' | 'housekeeping'; name: string; data?: object }

/** The running month: stage, browsers, and actions as time passes. */
export class Month {
  readonly stage: Stage
  readonly web: WebClient
  readonly killer: Killer
  readonly wishes: Wishes
  /** Once the worker has opened the challenge. */
  challengeId = ''
  readonly #startedAt = Date.now()

  constructor(stage: Stage, web: WebClient, killer: Killer, wishes: Wishes) {
    this.stage = stage
    this.web = web
    this.killer = killer
    this.wishes = wishes
  }

  chance(of: string): Chance {
    return chanceOf(`${this.wishes.seed}:${of}`)
  }

  /** For the terminal, with the day of the month. */
  tell(sentence: string): void {
    const { day, hour } = nairobiParts(this.stage.clock.now())
    const seconds = Math.round((Date.now() - this.#startedAt) / 1_000)
    console.log(`${String(seconds).padStart(4)} s  day ${day}, ${hour}:00  ${sentence}`)
  }

  /** With so many items concurrently. */
  async inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
    const done: R[] = []
    const rest = [...items.entries()]
    const worker = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) done[next[0]] = await work(next[1])
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return done
  }

  /** Advances the time and runs the worker's schedules of that time. */
  async pass(seconds: number): Promise<void> {
    // Hours pass in a second, so a dead part would be dead for hours.
    await this.killer.rest()
    await this.stage.clock.pass(seconds)
    await this.catchUp()
  }

  async moveTo(moment: Date): Promise<void> {
    await this.killer.rest()
    await this.stage.clock.moveTo(moment)
    await this.catchUp()
  }

  /** The worker's frequent jobs, until nothing is due. */
  async catchUp(): Promise<void> {
    await this.work({ queue: 'housekeeping', name: moveMonthsJob.name })
    await until(
      'M-Pesa has been asked about every payment and payout that is due',
      async () => {
        const { payments, payouts } = await this.#due()
        if (payments > 0) await this.work({ queue: 'payments', name: verifyPaymentsJob.name })
        if (payouts > 0) await this.work({ queue: 'payments', name: workPayoutsJob.name })
        return payments + payouts === 0
      },
      TIMEOUT_SECONDS,
    )
  }

  /** As the worker does each quarter of an hour and each night. */
  async readStatement(hours = 26): Promise<void> {
    await this.work({ queue: 'payments', name: pullStatementJob.name, data: { hours } })
  }

  async listGifts(): Promise<void> {
    await this.work({ queue: 'housekeeping', name: listGiftsJob.name, data: { everything: true } })
  }

  /** Runs a scheduled job, again if it was killed with the worker. */
  async work({ queue: name, name: job, data = {} }: Scheduled): Promise<void> {
    const queue = this.stage.queues[name]
    for (const end = Date.now() + TIMEOUT_SECONDS * 1_000; ; ) {
      try {
        const added = await queue.add(job, data)
        const state = await until(job, async () => ended(await added.getState()), 12)
        if (state === 'completed') return
        throw new Error(`${job} has failed`)
      } catch (error) {
        // Redis or the worker are dead, or have lost it.
        if (Date.now() > end) throw error
        this.tell(`${job} is asked for again: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }

  /** Waits until callbacks are settled and the outbox is sent. */
  async settle(): Promise<void> {
    await until(
      'every callback is settled and the outbox is empty',
      async () => {
        const { left } = await rowOf<{ left: number }>(
          this.stage.database,
          `SELECT (SELECT count(*) FROM callback_inbox WHERE processed_at IS NULL)::int
            + (SELECT count(*) FROM outbox)::int AS left`,
        )
        return left === 0
      },
      TIMEOUT_SECONDS,
    )
  }

  async #due(): Promise<{ payments: number; payouts: number }> {
    const moment = this.stage.clock.now()
    const [row] = await rowsOf<{ payments: number; payouts: number }>(
      this.stage.database,
      `SELECT (SELECT count(*) FROM payment_intent WHERE next_check_at <= $1)::int AS payments,
        (SELECT count(*) FROM payout WHERE (next_check_at <= $1 AND state IN ('submitting', 'accepted', 'unknown'))
          OR (state = 'requested' AND is_held AND approve_after <= $1)
          OR (state = 'approved' AND is_held AND coalesce(next_check_at <= $1, true)))::int AS payouts`,
      [moment],
    )
    return row ?? { payments: 0, payouts: 0 }
  }
}

function ended(state: string): string | undefined {
  return state === 'completed' || state === 'failed' ? state : undefined
}
