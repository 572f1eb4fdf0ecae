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
  // Also before a new attempt, because the alerts are about the former one.
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
