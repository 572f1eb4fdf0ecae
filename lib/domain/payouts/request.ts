import type { WithdrawAnswer } from '#lib/contract/payouts/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RuleError } from '#lib/core/errors.ts'
import { idOfAttempt, newId, newSpokenCode } from '#lib/core/ids.ts'
import { type Cents, shillings, toShillings } from '#lib/core/money.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { traceContext } from '#lib/core/tracing.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { balanceTooLow } from './errors.ts'
import { mailWithdrawalJob } from './jobs.ts'
import { expectedBy, nextPayoutTime, PHONE_WAIT_SECONDS } from './policy.ts'
import { setHold, tellOwner } from './rows.ts'

export type WithdrawalOrder = {
  readonly ownerId: string
  /** Whole shillings, within the contract's limits. */
  readonly amount: number
  /** 254 and nine digits. */
  readonly phone: string
  readonly description: string
  /** The same key for the same amount and phone is always the same withdrawal. */
  readonly idempotencyKey?: string | null
}

/**
 * Characters after the `W`. With the number of refusals the reference fits Daraja's 19 characters for an
 * OriginatorConversationID.
 */
const REFERENCE_LENGTH = 10
/** Significant digits of a phone, in any notation. */
const NATIONAL_DIGITS = 9

/**
 * Holds the amount at once, and pays on the next working day; to a new number after at least 24 hours
 * (docs/money.md, Payouts). The owner gets a mail with a link that cancels the withdrawal.
 * @throws RuleError kyc_required, withdrawals_frozen (403), insufficient_balance (400)
 */
export async function requestWithdrawal(order: WithdrawalOrder): Promise<WithdrawAnswer> {
  const amount = shillings(order.amount)
  const moment = now()
  const id = idOf(order)
  try {
    return await transaction(async (tx) => {
      const known = await tx.kysely.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()
      if (known) return answerOf(known)
      await lockOwner(tx, order.ownerId)
      await requireKycApproval(tx.client, order.ownerId)
      const wallet = await tx.kysely
        .selectFrom('account as a')
        .innerJoin('appUser as u', 'u.id', 'a.ownerId')
        .select(['a.id', 'a.posted', 'a.held', 'u.phoneNumber', 'u.phoneChangedAt', 'u.withdrawalsFrozenAt'])
        .where('a.ownerId', '=', order.ownerId)
        .executeTakeFirst()
      if (wallet?.withdrawalsFrozenAt) throw new RuleError('withdrawals_frozen', 403)
      if (!wallet || wallet.posted - wallet.held < amount) throw balanceTooLow()
      const isKnown = isSameNumber(wallet.phoneNumber, order.phone) || (await wasPaidTo(tx, order))
      const approveAfter = payoutTimeOf(isKnown ? wallet.phoneChangedAt : moment, moment)
      const reference = `W${newSpokenCode(REFERENCE_LENGTH)}`
      // Kysely, because Prisma would write defaults of columns that the product's role must not write.
      await tx.kysely
        .insertInto('payout')
        .values({
          id,
          reference,
          ownerId: order.ownerId,
          accountId: wallet.id,
          amount,
          phone: order.phone,
          description: order.description,
          approveAfter,
          createdAt: moment,
          traceContext: traceContext(),
        })
        .execute()
      await setHold(tx.client, id, true)
      await enqueue(tx, mailWithdrawalJob, { mailId: newId(), payoutId: id })
      await tellOwner(tx, order.ownerId)
      return answerOf({ reference, amount, approveAfter })
    })
  } catch (error) {
    // A concurrent retry has created the payout.
    if (violatedConstraint(error) === 'payout_pkey') return requestWithdrawal(order)
    // The money was spent or held by another withdrawal after the balance was read.
    if (violatedConstraint(error) === 'account_covers_holds') throw balanceTooLow()
    throw error
  }
}

/** Locks account and identity: a concurrent freeze or revocation waits, or later statements see it. */
async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.kysely.selectFrom('appUser').select('id').where('id', '=', ownerId).forShare().execute()
  await tx.kysely.selectFrom('profile').select('userId').where('userId', '=', ownerId).forShare().execute()
}

function idOf({ ownerId, amount, phone, idempotencyKey }: WithdrawalOrder): string {
  return idOfAttempt(env.AUTH_SECRET, 'withdrawal', idempotencyKey, [ownerId, amount, phone])
}

type Taken = { reference: string; amount: Cents; approveAfter: Date }

function answerOf({ reference, amount, approveAfter }: Taken): WithdrawAnswer {
  return {
    transaction_reference: reference,
    status: 'pending',
    amount: toShillings(amount),
    expected_by: expectedBy(approveAfter).toISOString(),
  }
}

/** The next working day (T+1), and at least a day after the phone changed or first appeared. */
function payoutTimeOf(numberKnownSince: Date | null, moment: Date): Date {
  const next = nextPayoutTime(moment)
  if (!numberKnownSince) return next
  const free = addSeconds(numberKnownSince, PHONE_WAIT_SECONDS)
  return free > next ? nextPayoutTime(next) : next
}

/** Compares numbers in any notation. @param phone 254 and nine digits */
function isSameNumber(ofProfile: string, phone: string): boolean {
  return ofProfile.replace(/\D/g, '').slice(-NATIONAL_DIGITS) === phone.slice(-NATIONAL_DIGITS)
}

/** Whether a payout to that number was paid; a cancelled or failed one proves nothing. */
async function wasPaidTo(tx: Tx, { ownerId, phone }: WithdrawalOrder): Promise<boolean> {
  const paid = await tx.kysely
    .selectFrom('payout')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('phone', '=', phone)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
