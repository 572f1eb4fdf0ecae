import type { WithdrawAnswer } from '#lib/contract/payouts/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { firstRow, type Queryable, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { idUnderKey, newId, newSpokenCode } from '#lib/core/ids.ts'
import { type Cents, shillings, toShillings } from '#lib/core/money.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { requireKycApproval } from '#lib/domain/kyc/require-approval.ts'
import { balanceTooLow } from './errors.ts'
import { mailWithdrawalJob } from './jobs.ts'
import { setHold, tellOwner } from './rows.ts'
import { expectedBy, nextPayoutTime } from './working-days.ts'

export type WithdrawalOrder = {
  readonly ownerId: string
  /** Whole shillings, within the bounds of the contract. */
  readonly amount: number
  /** 254 and nine digits. */
  readonly phone: string
  readonly description: string
  /** The same key for the same amount and phone is the same withdrawal, for ever. */
  readonly idempotencyKey?: string | null
}

/** After `W`. With it and the number of the try an OriginatorConversationID stays below Daraja's 19 characters. */
const REFERENCE_LENGTH = 10
/** Whoever got into an account cannot empty it at once by giving it another number. */
export const PHONE_WAIT_SECONDS = 24 * 60 * 60

/**
 * Takes a withdrawal: its amount is held on the wallet from now, and it is paid on the next working day
 * (docs/money.md, Payouts). Its owner gets a mail at once, with a link that calls it off.
 * @throws RuleError kyc_required (403), insufficient_balance (400)
 */
export async function requestWithdrawal(order: WithdrawalOrder): Promise<WithdrawAnswer> {
  const amount = shillings(order.amount)
  const moment = now()
  const id = idOf(order)
  try {
    return await transaction(async (tx) => {
      const known = await findTaken(tx.client, id)
      if (known) return known
      await requireKycApproval(tx.client, order.ownerId)
      const wallet = await firstRow<WalletRow>(tx.client, {
        name: 'payout-wallet',
        text: `SELECT a.id, a.posted - a.held AS available, u.phone_changed_at FROM account a
          JOIN app_user u ON u.id = a.owner_id WHERE a.owner_id = $1`,
        values: [order.ownerId],
      })
      if (!wallet || wallet.available < amount) throw balanceTooLow()
      const payoutTime = payoutTimeOf(wallet.phone_changed_at, moment)
      const reference = `W${newSpokenCode(REFERENCE_LENGTH)}`
      await tx.client.query(
        `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, description, approve_after, created_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, reference, order.ownerId, wallet.id, amount, order.phone, order.description, payoutTime, moment],
      )
      await setHold(tx.client, id, true)
      await enqueue(tx, mailWithdrawalJob, { mailId: newId(), payoutId: id })
      await tellOwner(tx, order.ownerId)
      return answerOf({ reference, amount, approve_after: payoutTime })
    })
  } catch (error) {
    // The same request beside this one was faster.
    if (violatedConstraint(error) === 'payout_pkey') return requestWithdrawal(order)
    // Spent, or held by another withdrawal, between our look and the hold.
    if (violatedConstraint(error) === 'account_covers_holds') throw balanceTooLow()
    throw error
  }
}

function idOf({ ownerId, amount, phone, idempotencyKey }: WithdrawalOrder): string {
  if (!idempotencyKey) return newId()
  return idUnderKey(env.AUTH_SECRET, ['withdrawal', ownerId, idempotencyKey, amount, phone].join(' '))
}

type Taken = { reference: string; amount: Cents; approve_after: Date }

/** What was taken under this id before its answer was lost. */
async function findTaken(on: Queryable, id: string): Promise<WithdrawAnswer | undefined> {
  const taken = await firstRow<Taken>(
    on,
    'SELECT reference, amount, approve_after FROM payout WHERE id = $1',
    [id],
  )
  return taken && answerOf(taken)
}

function answerOf({ reference, amount, approve_after }: Taken): WithdrawAnswer {
  return {
    transaction_reference: reference,
    status: 'pending',
    amount: toShillings(amount),
    expected_by: expectedBy(approve_after).toISOString(),
  }
}

type WalletRow = { id: bigint; available: Cents; phone_changed_at: Date | null }

/** T+1, and a day later than a change of the phone number. */
function payoutTimeOf(phoneChangedAt: Date | null, moment: Date): Date {
  const next = nextPayoutTime(moment)
  if (!phoneChangedAt) return next
  const free = addSeconds(phoneChangedAt, PHONE_WAIT_SECONDS)
  return free > next ? nextPayoutTime(next) : next
}
