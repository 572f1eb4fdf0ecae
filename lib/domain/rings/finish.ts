import { now } from '#lib/core/clock.ts'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { standingsWith } from '#lib/domain/fraud/ranking.ts'
import { holdShares } from '#lib/domain/fraud/share-holds.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { endSignal, endSignalsSharing } from './end-signal.ts'

const letters = { hold: 'votes_held', release: 'votes_released', send_back: 'votes_sent_back' } as const

/**
 * Called once all gifts are done: audits a summary, mails the dancer, and ends the signals of these gifts
 * that have no undecided gift left. Idempotent.
 */
export async function finishSignalAction(tx: Tx, actionId: string): Promise<void> {
  const action = await lockAction(tx, actionId)
  if (!action) return
  const done = await sumOf(tx, actionId)
  const [standing] = await standingsWith(tx.client, action.videoId, [0])
  const rankAfter = standing?.rank ?? null
  await tx.kysely
    .updateTable('signalAction')
    .set({ state: 'done', finishedAt: now(), rankAfter })
    .where('id', '=', actionId)
    .execute()
  await recordAudit(tx, {
    actor: null,
    action: 'fraud_signal.gifts_done',
    subject: { type: 'fraud_signal', id: action.signalId },
    before: { rank: action.rankBefore },
    after: {
      ...{ proposal: actionId, action: action.kind, rank: rankAfter },
      ...{ gifts: done.gifts, votes: done.votes, amount: toShillings(done.amount), skipped: done.skipped },
      borne_by_platform_cents: String(done.borne),
    },
  })
  await endSignal(tx, action.signalId)
  if (action.kind === 'send_back') await endSignalsSharing(tx, { ...action, id: actionId })
  await holdShares(tx.client, [action.videoId])
  if (done.gifts === 0) return
  await sendMail(tx, {
    userId: action.dancerId,
    template: letters[action.kind],
    data: {
      title: displayTitle(action.title, action.trackTitle, action.dancer),
      votes: done.votes,
      video_id: action.videoId,
    },
  })
}

async function lockAction({ kysely }: Tx, id: string) {
  return kysely
    .selectFrom('signalAction as a')
    .innerJoin('fraudSignal as s', 's.id', 'a.signalId')
    .innerJoin('video as v', 'v.id', 's.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as d', 'd.id', 'v.dancerId')
    .select(['a.kind', 'a.signalId', 'a.rankBefore', 's.videoId', 'v.dancerId', 'v.title'])
    .select(['t.title as trackTitle', 'd.username as dancer'])
    .where('a.id', '=', id)
    .where('a.state', '=', 'running')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signalActionGift as g')
            .select('g.intentId')
            .whereRef('g.actionId', '=', 'a.id')
            .where('g.doneAt', 'is', null),
        ),
      ),
    )
    .forNoKeyUpdate(['s', 'a'])
    .executeTakeFirst()
}

async function sumOf({ kysely }: Tx, actionId: string) {
  const rows = await kysely
    .selectFrom('signalActionGift as a')
    .innerJoin('gift as g', 'g.intentId', 'a.intentId')
    .innerJoin('paymentIntent as i', 'i.id', 'a.intentId')
    .select(['a.skipped', 'a.borne', 'g.voteCount', 'i.amount'])
    .where('a.actionId', '=', actionId)
    .execute()
  const done = rows.filter(({ skipped }) => skipped === '')
  return {
    gifts: done.length,
    votes: done.reduce((sum, { voteCount }) => sum + voteCount, 0),
    amount: done.reduce((sum, { amount }) => sum + amount, 0n),
    borne: done.reduce((sum, { borne }) => sum + borne, 0n),
    skipped: rows.length - done.length,
  }
}
