import { now } from '#lib/core/clock.ts'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { closeOwnAlerts, raiseAlert } from './alerts.ts'
import { changePayout, setHold } from './rows.ts'
import type { AlertKind, Payout } from './schema.ts'

/**
 * Certainly nothing was paid. Where it is our own fault (`pause`) the money stays held and the queue waits for people;
 * otherwise it is free again, and its owner is told.
 */
export async function failPayout(
  tx: Tx,
  payout: Payout,
  code: string,
  pause: AlertKind | null,
): Promise<void> {
  const state = { state: 'failed', resultCode: code, nextCheckAt: null } as const
  // Also where it goes out again: what nobody knew was about the try that is over.
  await closeOwnAlerts(tx, payout.id)
  if (pause) {
    await changePayout(tx, payout, state)
    await raiseAlert(tx, pause, payout.id, `M-Pesa answered ${code} to ${payout.reference}`)
    return
  }
  await setHold(tx.client, payout.id, false)
  await changePayout(tx, payout, { ...state, closedAt: now() })
  const data = { reference: payout.reference, amount: toShillings(payout.amount) }
  await sendMail(tx, { userId: payout.ownerId, template: 'withdrawal_failed', data })
}
