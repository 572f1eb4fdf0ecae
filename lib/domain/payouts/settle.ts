import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows, violatedConstraint } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { toShillings } from '#lib/core/money.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { type PayoutKind, payoutKinds } from '#lib/domain/mpesa/callback-path.ts'
import { sourceList } from '#lib/domain/payments/read-callback.ts'
import { setAside } from '#lib/domain/payments/settlement-rows.ts'
import { raiseAlert } from './alerts.ts'
import { failPayout } from './fail.ts'
import { decidePayout, type PayoutDecision } from './policy.ts'
import { readResult } from './read-result.ts'
import { changePayout, lockPayout, setHold } from './rows.ts'
import type { Payout } from './schema.ts'

const isBelieved = sourceList(env.MPESA_CALLBACK_SOURCES)

type InboxRow = {
  id: bigint
  kind: PayoutKind
  attempt_id: string | null
  source_address: string
  body: string
  received_at: Date
}

/**
 * Settles the Results that wait in the inbox, each in a transaction of its own: state, hold, journal and outbox change
 * together or not at all.
 * @returns how many were settled
 */
export async function settlePayouts(): Promise<number> {
  for (let settled = 0; ; settled++) if (!(await settleNext())) return settled
}

async function settleNext(): Promise<boolean> {
  let taken: InboxRow | undefined
  try {
    return await transaction(async (tx) => {
      taken = await claimNext(tx)
      if (!taken) return false
      const outcome = await settleRow(tx, taken)
      await tx.client.query('UPDATE callback_inbox SET processed_at = $2, outcome = $3 WHERE id = $1', [
        taken.id,
        now(),
        outcome.slice(0, 200),
      ])
      return true
    })
  } catch (error) {
    // A receipt that paid another payout, for one: it holds up nobody else, and people see it in the log.
    if (!taken || violatedConstraint(error) === undefined) throw error
    log.error({ err: error, inboxId: String(taken.id) }, 'a Result could not be settled and is set aside')
    await setAside(db(), taken.id, String(error))
    return true
  }
}

async function claimNext({ client }: Tx): Promise<InboxRow | undefined> {
  return firstRow(client, {
    name: 'payout-claim-result',
    text: `SELECT id, kind, intent_id AS attempt_id, source_address, body, received_at FROM callback_inbox
      WHERE processed_at IS NULL AND outcome IS NULL AND kind = ANY ($1)
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    values: [payoutKinds],
  })
}

/** @returns what was made of it, for the row's outcome */
async function settleRow(tx: Tx, row: InboxRow): Promise<string> {
  const [attempt] = await rows<{ payout_id: string | null }>(
    tx.client,
    'SELECT payout_id FROM daraja_request WHERE id = $1',
    [row.attempt_id],
  )
  const payout = attempt?.payout_id && (await lockPayout(tx.client, attempt.payout_id))
  if (!payout || !row.attempt_id) return 'no such payout'
  const evidence = readResult(row.kind, row.body, isBelieved(row.source_address), row.received_at)
  return apply(tx, payout, decidePayout(payout, row.attempt_id, evidence))
}

async function apply(tx: Tx, payout: Payout, decision: PayoutDecision): Promise<string> {
  switch (decision.kind) {
    case 'nothing':
      return decision.why
    case 'pay':
      return pay(tx, payout, decision)
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

async function pay(
  tx: Tx,
  payout: Payout,
  { receipt, paidAt }: PayoutDecision & { kind: 'pay' },
): Promise<string> {
  if (!payout.isHeld && !(await holdAgain(tx, payout.id))) {
    await raiseAlert(
      tx,
      'contradiction',
      payout.id,
      `${receipt} paid what had failed, and the wallet is spent`,
    )
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
      actor: 'mpesa',
      occurredAt: paidAt,
      entries: [
        { accountId: payout.accountId, amount: -payout.amount },
        { accountId: systemAccount(accounts, 'mpesa_payout'), amount: payout.amount },
      ],
    },
  ])
  await tx.client.query('UPDATE payout SET receipt = $2, paid_at = $3 WHERE id = $1', [
    payout.id,
    receipt,
    paidAt,
  ])
  await changePayout(tx, payout, { state: 'paid', resultCode: '0', nextCheckAt: null, closedAt: now() })
  const data = { reference: payout.reference, amount: toShillings(payout.amount), receipt }
  await sendMail(tx, { userId: payout.ownerId, template: 'withdrawal_paid', data })
  return 'paid'
}

/** It was said to have failed, and its owner may have spent the money since. @returns whether it is held again */
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
