import { now } from '#lib/core/clock.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { type PayoutKind, type RefundKind, refundKinds } from '#lib/domain/mpesa/callback-path.ts'
import { readResult } from '#lib/domain/outgoing/evidence.ts'
import { isBelievedSource } from '#lib/domain/payments/callback-source.ts'
import { type ResultRow, settleResults } from '#lib/domain/payments/inbox.ts'
import { completeRefund, failRefund } from './close.ts'
import { decideRefund, type RefundDecision } from './policy.ts'
import { changeRefund, lockRefund } from './rows.ts'
import type { Refund } from './schema.ts'

/** Results of refunds have the fields of payouts' Results. */
const readAs: Readonly<Record<RefundKind, PayoutKind>> = {
  'refund/result': 'b2c/result',
  'refund/timeout': 'b2c/timeout',
  'refund/status': 'status/result',
}

/**
 * Settles Results: state, journal, receipt and payment change in one transaction.
 * @returns how many were settled
 */
export function settleRefunds(): Promise<number> {
  return settleResults(refundKinds, settleRow)
}

async function settleRow(tx: Tx, row: ResultRow<RefundKind>): Promise<string> {
  const { attemptId } = row
  if (!attemptId) return 'no such refund'
  const call = await tx.kysely
    .selectFrom('darajaRequest')
    .select('refundId')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  const refund = call?.refundId && (await lockRefund(tx.client, call.refundId))
  if (!refund) return 'no such refund'
  const trusted = isBelievedSource(row.sourceAddress)
  const evidence = readResult(readAs[row.kind], row.body, trusted, row.receivedAt)
  return apply(tx, refund, decideRefund(refund, attemptId, evidence))
}

async function apply(tx: Tx, refund: Refund, decision: RefundDecision): Promise<string> {
  switch (decision.kind) {
    case 'nothing':
      return decision.why
    case 'complete':
      return completeRefund(tx, refund, { proof: decision.proof, at: decision.at ?? now() })
    case 'fail':
      await failRefund(tx, refund, decision.code)
      return `failed: ${decision.code}`
    case 'doubt':
      await changeRefund(tx.client, refund.id, {
        state: 'unknown',
        resultCode: decision.why,
        ...(decision.atOnce ? { nextCheckAt: now() } : {}),
      })
      return `unknown: ${decision.why}`
    case 'people':
      await changeRefund(tx.client, refund.id, { problem: decision.problem })
      return `people: ${decision.problem}`
  }
}
