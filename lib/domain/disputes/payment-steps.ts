import type { PaymentStep } from '#lib/contract/disputes/calls.ts'
import { paymentSteps } from '#lib/contract/disputes/constants.ts'
import type { Queryable } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { signalHeldAt } from '#lib/domain/gifts/gift-journals.ts'
import { findSubject } from '#lib/domain/reconciliation/find-subject.ts'
import type { PaymentSubject, Subject } from '#lib/domain/reconciliation/schema.ts'
import { reversedByMpesaAt } from '#lib/domain/refunds/own-reversals.ts'

/** Returns undefined if no payment or receipt has this id. */
export async function findDisputed(on: Queryable, id: string): Promise<Subject | undefined> {
  try {
    return id === '' ? undefined : await findSubject(on, id)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/** Oldest first. */
export async function paymentStepsOf(on: Queryable, subject: Subject | undefined): Promise<PaymentStep[]> {
  if (subject?.kind !== 'payment' && subject?.kind !== 'receipt') return []
  const { money, reversal } = subject
  const steps = [
    ...(subject.kind === 'payment' ? await orderSteps(on, subject) : []),
    ...(money ? [toStep('paid', money.paidAt, money.amount)] : []),
    ...(reversal ? [toStep('reversed', reversal.at, reversal.amount)] : []),
    ...(money ? await refundSteps(on, money.receipt) : []),
  ]
  // M-Pesa's times have whole seconds, so steps of one second keep their usual order.
  const order = ({ step, at }: PaymentStep) => [at.slice(0, 19), paymentSteps.indexOf(step)].join(' ')
  return steps.sort((a, b) => order(a).localeCompare(order(b)))
}

const toStep = (step: PaymentStep['step'], at: Date, amount: Cents | null = null): PaymentStep => ({
  step,
  at: at.toISOString(),
  amount: amount === null ? null : toShillings(amount),
})

async function orderSteps(
  on: Queryable,
  { id, money, wasTakenBack }: PaymentSubject,
): Promise<PaymentStep[]> {
  const intent = await kysely(on)
    .selectFrom('paymentIntent as i')
    .select(['i.createdAt', 'i.submittedAt', 'i.settledAt', 'i.channel', 'i.state', 'i.amount'])
    .select(signalHeldAt.as('heldAt'))
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
  const { createdAt, submittedAt, settledAt, channel, state, amount, heldAt } = intent
  const last = settledAt ?? money?.paidAt ?? submittedAt ?? createdAt
  // M-Pesa's clock can be ahead of ours.
  const checked = money && money.paidAt > last ? money.paidAt : last
  const isUnpaid = state === 'declined' || state === 'rejected'
  return [
    ...(channel === 'prompt' ? [toStep('asked', createdAt, amount)] : []),
    ...(channel === 'prompt' && submittedAt ? [toStep('prompted', submittedAt)] : []),
    ...(state === 'credited' || (wasTakenBack && !isUnpaid) ? [toStep('counted', checked)] : []),
    ...(heldAt || state === 'review' ? [toStep('held', heldAt ?? checked)] : []),
    ...(isUnpaid ? [toStep('not_paid', last)] : []),
  ]
}

async function refundSteps(on: Queryable, receipt: string): Promise<PaymentStep[]> {
  const refunds = await kysely(on)
    .selectFrom('refund as f')
    .select(['f.state', 'f.amount', 'f.createdAt', 'f.closedAt', reversedByMpesaAt.as('reversedAt')])
    .where('f.receipt', '=', receipt)
    .execute()
  return refunds.flatMap(({ state, amount, createdAt, closedAt, reversedAt }) =>
    reversedAt
      ? [toStep('reversed', reversedAt, amount)]
      : [
          toStep('refunding', createdAt, amount),
          ...(closedAt && state === 'done' ? [toStep('refunded', closedAt, amount)] : []),
          ...(closedAt && state === 'failed' ? [toStep('refund_failed', closedAt)] : []),
        ],
  )
}
