import { now } from '#lib/core/clock.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { type PayoutKind, payoutKinds } from '#lib/domain/mpesa/callback-path.ts'
import { readResult } from '#lib/domain/outgoing/read-result.ts'
import { isBelievedSource } from '#lib/domain/payments/callback-source.ts'
import { type ResultRow, settleResults } from '#lib/domain/payments/inbox.ts'
import { raiseAlert } from './alerts.ts'
import { failPayout } from './fail.ts'
import { payPayout } from './pay.ts'
import { decidePayout, type PayoutDecision } from './policy.ts'
import { changePayout, lockPayout } from './rows.ts'
import type { Payout } from './schema.ts'

/** State, hold, journal and outbox change in one transaction. @returns how many were settled */
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
