import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import type { Sentence } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { mailSuperAdmins } from '#lib/domain/mail/commands.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { requireOthersPayout } from './rows.ts'
import type { AlertKind } from './schema.ts'

/** While one of these alerts is open no payout is sent, until people resume the queue. */
const pausing = ['no_float', 'initiator_refused'] as const satisfies readonly AlertKind[]
/** Alerts about the whole queue: at most one of each kind is open (index payout_alert_open_queue_key). */
const ofQueue = [...pausing, 'all_stuck'] as const satisfies readonly AlertKind[]

/**
 * Logs an alert, inserts a row for the desk, and mails every super admin. A queue alert is raised once while
 * open; its row stays locked, so that resuming the queue waits for this payout and includes it. `stuck` and
 * `unresolved` are raised once per payout while open, a contradiction once per text, because M-Pesa repeats
 * messages.
 * @param payoutId locked by the caller; null for a queue alert
 * @returns whether the alert is new
 */
export async function raiseAlert(
  tx: Tx,
  kind: AlertKind,
  payoutId: string | null,
  said: Sentence,
): Promise<boolean> {
  log.error({ kind, payoutId, detail: String(said) }, 'a payout needs people')
  if (payoutId && (await isKnown(tx, kind, payoutId, said))) return false
  const raised = await tx.kysely
    .insertInto('payoutAlert')
    .values({ kind, payoutId, detail: said.coded, createdAt: now() })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .where('resolvedAt', 'is', null)
        .where('kind', 'in', statesLiteral(ofQueue))
        .doUpdateSet((eb) => ({ detail: eb.ref('payoutAlert.detail') })),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  if (!raised.isNew) return false
  // For these kinds the desk lists the payout itself.
  const isOfPayout = kind === 'unresolved' || kind === 'stuck'
  const id = isOfPayout && payoutId ? payoutId : `alert-${raised.id}`
  await mailSuperAdmins(tx, 'payouts_need_people', { alert: kind, detail: said.coded, id })
  return true
}

/**
 * Whether people know: by an open alert about a stuck or unresolved payout, or by any alert about the same
 * contradiction.
 */
async function isKnown(tx: Tx, kind: AlertKind, payoutId: string, said: Sentence): Promise<boolean> {
  const raised = tx.kysely
    .selectFrom('payoutAlert')
    .select('id')
    .where('kind', '=', kind)
    .where('payoutId', '=', payoutId)
    .limit(1)
  switch (kind) {
    case 'stuck':
    case 'unresolved':
      return (await raised.where('resolvedAt', 'is', null).executeTakeFirst()) !== undefined
    case 'contradiction':
      return (await raised.where('detail', 'in', [said.coded, String(said)]).executeTakeFirst()) !== undefined
    default:
      return false
  }
}

/**
 * Ends the alerts about a payout whose outcome is now known. Also ends `all_stuck` if no other payout is
 * refused and none has an answer that proves nothing.
 */
export async function closeOwnAlerts(tx: Tx, payoutId: string): Promise<void> {
  await tx.kysely
    .updateTable('payoutAlert')
    .set({ resolvedAt: now() })
    .where('resolvedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('payoutId', '=', payoutId), eb('kind', 'in', statesLiteral(['unresolved', 'stuck']))]),
        eb.and([
          eb('kind', '=', sql.lit('all_stuck')),
          eb.not(
            eb.exists(
              eb
                .selectFrom('payout as o')
                .select('o.id')
                .where('o.id', '<>', payoutId)
                .where((of) =>
                  of.or([
                    of.and([
                      of('o.state', 'in', statesLiteral(['approved', 'submitting'])),
                      of('o.tries', '>', 0),
                    ]),
                    of.and([
                      of('o.state', '=', sql.lit('unknown')),
                      of('o.conversationId', 'is', null),
                      of('o.nextCheckAt', 'is not', null),
                    ]),
                  ]),
                ),
            ),
          ),
        ]),
      ]),
    )
    .execute()
}

/**
 * Ends an alert about a contradiction, after an officer has looked into it. Idempotent.
 * @throws NotFoundError; ForbiddenError about one's own payout
 * @throws RuleError alert_stays_open (409) for alerts that end otherwise
 */
export async function acknowledgeAlert(officerId: string, alertId: bigint, address = ''): Promise<void> {
  await transaction(async (tx) => {
    const alert = await tx.kysely
      .selectFrom('payoutAlert')
      .select(['kind', 'resolvedAt', 'payoutId'])
      .where('id', '=', alertId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!alert) throw new NotFoundError()
    if (alert.payoutId) await requireOthersPayout(tx.client, alert.payoutId, officerId)
    if (alert.kind !== 'contradiction') throw new RuleError('alert_stays_open', 409)
    if (alert.resolvedAt) return
    await tx.kysely
      .updateTable('payoutAlert')
      .set({ resolvedAt: now(), resolvedBy: officerId })
      .where('id', '=', alertId)
      .execute()
    const subject = { type: 'payout_alert', id: String(alertId) }
    const after = { kind: alert.kind, payout: alert.payoutId }
    await recordAudit(tx, {
      actor: { id: officerId },
      action: 'payout_alert.acknowledged',
      subject,
      after,
      address,
    })
  })
}

export async function payoutsArePaused(on: Queryable): Promise<boolean> {
  const open = await kysely(on)
    .selectFrom('payoutAlert')
    .select('id')
    .where('resolvedAt', 'is', null)
    .where('kind', 'in', statesLiteral(pausing))
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Resumes the queue once the float or initiator is repaired. Payouts that failed for that reason are sent
 * again under a new id.
 * @returns how many payouts are sent again
 */
export async function resumePayouts(officerId: string, address = ''): Promise<number> {
  return transaction(async (tx) => {
    await tx.kysely
      .updateTable('payoutAlert')
      .set({ resolvedAt: now(), resolvedBy: officerId })
      .where('resolvedAt', 'is', null)
      .where('kind', '=', anyOf(pausing))
      .execute()
    const again = await tx.kysely
      .updateTable('payout')
      .set((eb) => ({
        state: 'approved',
        refusals: eb('refusals', '+', 1),
        conversationId: null,
        resultCode: null,
        tries: 0,
        triedSince: null,
        nextCheckAt: null,
      }))
      .where('state', '=', 'failed')
      .where('isHeld', 'is', true)
      .returning('id')
      .execute()
    const subject = { type: 'payout_queue', id: 'b2c' }
    const after = { again: again.map(({ id }) => id) }
    await recordAudit(tx, { actor: { id: officerId }, action: 'payouts.resumed', subject, after, address })
    return again.length
  })
}
