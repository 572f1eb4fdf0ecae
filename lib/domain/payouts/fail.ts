import { now } from '#lib/core/clock.ts'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { coverShares } from '#lib/domain/fraud/share-holds.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { closeOwnAlerts, raiseAlert } from './alerts.ts'
import { changePayout, setHold } from './rows.ts'
import type { AlertKind, Payout } from './schema.ts'

/**
 * Ends a payout that was certainly not paid. Where it failed by our own fault (`pause`) its money stays held and the queue
 * waits for people; otherwise the hold ends, and its owner is told.
 */
export async function failPayout(
  tx: Tx,
  payout: Payout,
  code: string,
  pause: AlertKind | null,
): Promise<void> {
  const state = { state: 'failed', resultCode: code, nextCheckAt: null } as const
  // Also where it is sent again, because the alerts are about the try that is over.
  await closeOwnAlerts(tx, payout.id)
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
