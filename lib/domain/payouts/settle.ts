import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { violatedConstraint } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { coverShares } from '#lib/domain/fraud/share-holds.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, lockSystemAccounts, ShortfallError } from '#lib/domain/ledger/draw.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { type PayoutKind, payoutKinds } from '#lib/domain/mpesa/callback-path.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { readResult } from '#lib/domain/outgoing/evidence.ts'
import { isBelievedSource } from '#lib/domain/payments/callback-source.ts'
import { type ResultRow, settleResults } from '#lib/domain/payments/inbox.ts'
import { closeOwnAlerts, raiseAlert } from './alerts.ts'
import { noteAccepted, noteEnded } from './metrics.ts'
import { decidePayout, type PayoutDecision } from './policy.ts'
import { changePayout, lockPayout, setHold } from './rows.ts'
import type { AlertKind, Payout } from './schema.ts'

/**
 * Settles Results: state, hold, journal and outbox change in one transaction.
 * @returns how many were settled
 */
export function settlePayouts(): Promise<number> {
  return settleResults(payoutKinds, settleRow)
}

/** @returns a sentence for the row's outcome */
async function settleRow(tx: Tx, row: ResultRow<PayoutKind>): Promise<string> {
  const { attemptId } = row
  if (!attemptId) return 'no such payout'
  const call = await tx.kysely
    .selectFrom('darajaRequest')
    .select('payoutId')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  const payout = call?.payoutId && (await lockPayout(tx.client, call.payoutId))
  if (!payout) return 'no such payout'
  const evidence = readResult(row.kind, row.body, isBelievedSource(row.sourceAddress), row.receivedAt)
  return apply(tx, payout, decidePayout(payout, attemptId, evidence))
}

async function apply(tx: Tx, payout: Payout, decision: PayoutDecision): Promise<string> {
  switch (decision.kind) {
    case 'nothing':
      return decision.why
    case 'pay':
      return payPayout(tx, payout, decision)
    case 'fail':
      await failPayout(tx, payout, decision.code, decision.pause)
      return `failed: ${decision.code}`
    case 'doubt':
      await changePayout(tx, payout, {
        state: 'unknown',
        resultCode: decision.why,
        ...(decision.atOnce ? { nextCheckAt: now() } : {}),
      })
      return `unknown: ${decision.why}`
    case 'alert':
      await raiseAlert(tx, decision.alert, payout.id, decision.detail)
      return `${decision.alert}: ${decision.detail}`
  }
}

/**
 * Ends a proven payout: the money leaves the wallet, once, and the owner is notified.
 * @param proof `by` is the person who found the proof, if not M-Pesa
 * @returns a sentence for the inbox
 * @throws DatabaseError payout_receipt_key if the receipt has paid another payout
 */
export async function payPayout(
  tx: Tx,
  payout: Payout,
  { receipt, paidAt, by = 'mpesa' }: { receipt: string; paidAt: Date; by?: string },
): Promise<string> {
  if (!payout.isHeld && !(await holdAgain(tx, payout.id))) {
    await raiseAlert(tx, 'contradiction', payout.id, say('alert.failed_paid', { receipt }))
    return 'contradiction: paid after its money was released and spent'
  }
  await setHold(tx.client, payout.id, false)
  const accounts = await systemAccounts()
  await postJournals(tx.client, [
    {
      key: `payout:${payout.id}`,
      type: 'withdrawal',
      sourceType: 'payout',
      sourceId: payout.id,
      actor: by,
      occurredAt: paidAt,
      entries: [
        { accountId: payout.accountId, amount: -payout.amount },
        { accountId: systemAccount(accounts, 'mpesa_payout'), amount: payout.amount },
      ],
    },
  ])
  // Kysely, because Prisma's errors do not name the constraint that a second use of the receipt violates.
  await tx.kysely.updateTable('payout').set({ receipt, paidAt }).where('id', '=', payout.id).execute()
  await changePayout(tx, payout, { state: 'paid', resultCode: '0', nextCheckAt: null, closedAt: now() })
  await closeOwnAlerts(tx, payout.id)
  // The Result came before the acknowledgement, which changes nothing any more.
  if (payout.state === 'submitting') await noteAccepted(tx, payout.id)
  noteEnded(tx, payout, 'paid')
  const data = { reference: payout.reference, amount: toShillings(payout.amount), receipt }
  await notify(tx, { userId: payout.ownerId, occasion: payout.id, template: 'withdrawal_paid', data })
  return 'paid'
}

/**
 * Holds the money of a payout again after a reported failure.
 * @returns false if its owner has spent the money since
 */
async function holdAgain({ client }: Tx, payoutId: string): Promise<boolean> {
  await client.query('SAVEPOINT hold_again')
  try {
    await setHold(client, payoutId, true)
    return true
  } catch (error) {
    if (violatedConstraint(error) !== 'account_covers_holds') throw error
    await client.query('ROLLBACK TO SAVEPOINT hold_again')
    return false
  }
}

/**
 * Ends a released payout as paid, because two people found that M-Pesa paid it. The platform covers what the
 * wallet lacks.
 * @returns the covered amount in cents
 * @throws RuleError platform_short (409); DatabaseError payout_receipt_key
 */
export async function payReleased(
  tx: Tx,
  payout: Payout,
  proof: { receipt: string; paidAt: Date; by: string },
): Promise<Cents> {
  const missing = await coverShortfall(tx, payout, proof)
  // A cancelled payout cannot hold money, so it becomes a failed one first.
  if (payout.state === 'cancelled') await changePayout(tx, payout, { state: 'failed' })
  await payPayout(tx, payout, proof)
  return missing
}

async function coverShortfall(
  tx: Tx,
  { id, accountId, amount }: Payout,
  { paidAt, by }: { paidAt: Date; by: string },
): Promise<Cents> {
  // System accounts before the wallet: accounts are locked in order of id, and theirs are lowest.
  const { platform_revenue } = await lockSystemAccounts(tx.client, ['platform_revenue', 'mpesa_payout'])
  const locked = sql<{ id: bigint; posted: Cents; held: Cents }>`lock_accounts(array[${accountId}::bigint])`
  const wallet = await tx.kysely
    .selectFrom(locked.as('l'))
    .select(['posted', 'held'])
    .executeTakeFirstOrThrow()
  const available = wallet.posted - wallet.held
  const missing = available < amount ? amount - (available > 0n ? available : 0n) : 0n
  if (missing === 0n) return missing
  try {
    await postJournals(tx.client, [
      {
        key: `payout_borne:${id}`,
        type: 'withdrawal_borne',
        sourceType: 'payout',
        sourceId: id,
        actor: by,
        occurredAt: paidAt,
        entries: [drawFrom(platform_revenue, missing), { accountId, amount: missing }],
      },
    ])
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    throw new RuleError('platform_short', 409)
  }
  return missing
}

/**
 * Ends a payout that was certainly not paid. After our own fault (`pause`) the hold stays and the queue waits
 * for people; otherwise the hold ends and the owner is notified.
 */
export async function failPayout(
  tx: Tx,
  payout: Payout,
  code: string,
  pause: AlertKind | null,
): Promise<void> {
  const state = { state: 'failed', resultCode: code, nextCheckAt: null } as const
  // Also before a new attempt, because the alerts are about the previous attempt.
  await closeOwnAlerts(tx, payout.id)
  noteEnded(tx, payout, 'failed')
  if (pause) {
    await changePayout(tx, payout, state)
    await raiseAlert(tx, pause, payout.id, say('alert.answered', { code, reference: payout.reference }))
    return
  }
  await setHold(tx.client, payout.id, false)
  await coverShares(tx.client, payout.accountId)
  await changePayout(tx, payout, { ...state, closedAt: now() })
  const data = { reference: payout.reference, amount: toShillings(payout.amount) }
  await notify(tx, { userId: payout.ownerId, occasion: payout.id, template: 'withdrawal_failed', data })
}
