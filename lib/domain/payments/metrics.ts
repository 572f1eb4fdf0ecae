import { Counter, Histogram } from 'prom-client'
import { paymentPurposes } from '#lib/contract/payments/constants.ts'
import { defineMetrics } from '#lib/core/metrics.ts'
import { toShillings } from '#lib/core/money.ts'
import type { ReadRow } from './lock-batch.ts'
import type { Outcome, PaymentPurpose } from './schema.ts'

const { payments, shillings, votes, callbackDelays } = defineMetrics('metrics-payments', (registers) => ({
  payments: new Counter({
    name: 'ngoma_payments_total',
    help: 'Payments by purpose and outcome: credited, declined, or people (in review, in suspense, unresolved)',
    labelNames: ['purpose', 'outcome'],
    registers,
  }),
  shillings: new Counter({
    name: 'ngoma_payments_credited_shillings_total',
    help: 'Credited KES by purpose',
    labelNames: ['purpose'],
    registers,
  }),
  votes: new Counter({
    name: 'ngoma_votes_counted_total',
    help: 'Votes of gifts that settlement credited',
    registers,
  }),
  callbackDelays: new Histogram({
    name: 'ngoma_callback_delay_seconds',
    help: "From M-Pesa's time of a payment, which has whole seconds, until its callback arrived",
    buckets: [1, 2, 3, 5, 10, 20, 60, 600],
    registers,
  }),
}))

// rate() misses the first increase of a series that does not begin at 0.
for (const purpose of paymentPurposes) {
  shillings.inc({ purpose }, 0)
  for (const outcome of ['credited', 'declined', 'people']) payments.inc({ purpose, outcome }, 0)
}
payments.inc({ purpose: 'unknown', outcome: 'people' }, 0)

/** In seconds, observed when the prompt is sent or withdrawn. */
export const promptWaits = defineMetrics(
  'metrics-prompts',
  (registers) =>
    new Histogram({
      name: 'ngoma_prompt_wait_seconds',
      help: 'From the order of a prompt until it is sent to M-Pesa, or withdrawn because no worker has sent it',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
      registers,
    }),
)

/** Counts the outcomes and callback delays of a committed batch. */
export function noteSettled(read: readonly ReadRow[], outcomes: readonly Outcome[]): void {
  for (const { purpose, outcome, amount, voteCount } of outcomes) {
    payments.inc({ purpose, outcome })
    if (outcome !== 'credited') continue
    shillings.inc({ purpose }, toShillings(amount))
    votes.inc(voteCount)
  }
  for (const { row, reading } of read) {
    const paid = 'evidence' in reading && reading.evidence.kind === 'paid' ? reading.evidence : null
    if (paid?.isTimeKnown && paid.trusted && paid.source !== 'statement')
      callbackDelays.observe(Math.max(0, row.received_at.getTime() - paid.paidAt.getTime()) / 1_000)
  }
}

/** Counts payments that no query, callback or statement has settled in time. */
export function noteUnresolved(purposes: readonly PaymentPurpose[]): void {
  for (const purpose of purposes) payments.inc({ purpose, outcome: 'people' })
}
