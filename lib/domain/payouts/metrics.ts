import { Counter, Histogram } from 'prom-client'
import { now } from '#lib/core/clock.ts'
import { defineMetrics } from '#lib/core/metrics.ts'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import type { Payout } from './schema.ts'

const { delays, ended, shillings } = defineMetrics('metrics-payouts', (registers) => ({
  delays: new Histogram({
    name: 'ngoma_payout_delay_seconds',
    help: 'From the moment when a payout is due, with the approvals that it needs, until M-Pesa accepts it',
    buckets: [60, 300, 900, 3_600, 14_400, 86_400],
    registers,
  }),
  ended: new Counter({
    name: 'ngoma_payouts_total',
    help: 'Payouts by outcome: paid or failed',
    labelNames: ['outcome'],
    registers,
  }),
  shillings: new Counter({ name: 'ngoma_payouts_paid_shillings_total', help: 'Paid KES', registers }),
}))

// rate() misses the first increase of a series that does not begin at 0.
for (const outcome of ['paid', 'failed']) ended.inc({ outcome }, 0)

/**
 * Measures the delay of a payout that M-Pesa has accepted: since `approveAfter`, or a later last approval.
 */
export async function noteAccepted(tx: Tx, id: string): Promise<void> {
  const { approveAfter, approvedAt } = await tx.kysely
    .selectFrom('payout as p')
    .leftJoin('payoutApproval as a', 'a.payoutId', 'p.id')
    .select(({ fn }) => ['p.approveAfter', fn.max<Date | null>('a.createdAt').as('approvedAt')])
    .where('p.id', '=', id)
    .groupBy('p.id')
    .executeTakeFirstOrThrow()
  const dueAt = Math.max(approveAfter.getTime(), approvedAt?.getTime() ?? 0)
  const seconds = Math.max(0, now().getTime() - dueAt) / 1_000
  tx.onCommit.push(() => delays.observe(seconds))
}

/** Counts a payout that has ended, once the transaction is committed. */
export function noteEnded(tx: Tx, { amount }: Pick<Payout, 'amount'>, outcome: 'paid' | 'failed'): void {
  tx.onCommit.push(() => {
    ended.inc({ outcome })
    if (outcome === 'paid') shillings.inc(toShillings(amount))
  })
}
