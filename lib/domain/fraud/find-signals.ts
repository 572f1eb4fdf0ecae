import { sql } from 'kysely'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { FraudSignalStatus } from '#lib/core/generated/kysely/tables.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import {
  burstClusters,
  type Cluster,
  deviceClusters,
  networkClusters,
  ownPhoneGifts,
  phoneClusters,
} from './clusters.ts'
import { REOPENS_AFTER_POINTS, SIGNAL_HOLD, score } from './policy.ts'
import { holdShares } from './share-holds.ts'

const DAY_SECONDS = 86_400
/** More than a month: often only the withdrawal shows that a phone is the dancer's own. */
const OWN_PHONE_DAYS = 40
const AT_ONCE = 200

/**
 * Creates or extends signals for strange counted gifts, and holds the shares of these gifts; changes no gift
 * or count. Safe to run twice or concurrently: one signal per kind, video, subject and day. A signal only
 * grows, and a dismissed one reopens after much growth.
 * @param days in Nairobi, including today
 * @returns how many signals are at or above the setting `fraud_show_score`
 */
export async function findSignals({ days }: { days: number }): Promise<number> {
  const { fraud_show_score } = await readSettings()
  const moment = now()
  const since = nairobiDayStart(addSeconds(moment, -(days - 1) * DAY_SECONDS))
  const found = [
    ...(await ownPhoneGifts(db(), addSeconds(moment, -OWN_PHONE_DAYS * DAY_SECONDS))),
    ...(await deviceClusters(db(), since)),
    ...(await phoneClusters(db(), since)),
    ...(await networkClusters(db(), since)),
    ...(await burstClusters(db(), since, moment)),
  ]
  const shown = found
    .map((cluster) => ({ ...cluster, ...score(cluster.facts) }))
    .filter((one) => one.score >= fraud_show_score)
  for (let from = 0; from < shown.length; from += AT_ONCE)
    await transaction((tx) => saveSignals(tx, shown.slice(from, from + AT_ONCE)))
  return shown.length
}

type Found = Cluster & ReturnType<typeof score>

async function saveSignals(tx: Tx, found: readonly Found[]): Promise<void> {
  const moment = now()
  // All runs write signals in one order, which avoids deadlocks.
  const rows = found.map((one) => ({ ...toRow(one), createdAt: moment, updatedAt: moment })).sort(byKey)
  const written = await tx.kysely
    .insertInto('fraudSignal')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'videoId', 'subject', 'day'])
        .doUpdateSet((eb) => ({
          score: eb.ref('excluded.score'),
          reasons: eb.ref('excluded.reasons'),
          gifts: eb.ref('excluded.gifts'),
          votes: eb.ref('excluded.votes'),
          // No search finds held gifts, because they do not count: they stay with their signal.
          giftIds: sql<string[]>`${eb.ref('excluded.giftIds')} || array(SELECT i.id FROM payment_intent i
            WHERE i.id = ANY(${eb.ref('fraudSignal.giftIds')}) AND i.review_reason = ${SIGNAL_HOLD} AND i.state = 'review')`,
          updatedAt: moment,
          decidedWith: null,
          status: eb
            .case()
            .when('fraudSignal.status', 'in', ['dismissed', 'released', 'refunded'])
            .then<FraudSignalStatus>('open')
            .else(eb.ref('fraudSignal.status'))
            .end(),
        }))
        .where((eb) => {
          const before = eb.ref('fraudSignal.score')
          const hasGrown = eb.or([
            eb('excluded.score', '>', before),
            eb.and([
              eb('excluded.gifts', '>', eb.ref('fraudSignal.gifts')),
              eb('excluded.score', '=', before),
            ]),
          ])
          const hasGrownALot = eb('excluded.score', '>=', eb(before, '+', REOPENS_AFTER_POINTS))
          return eb.or([
            eb.and([eb('fraudSignal.status', 'in', ['open', 'escalated']), hasGrown]),
            eb.and([eb('fraudSignal.status', 'in', ['dismissed', 'released']), hasGrownALot]),
            // No search finds refunded gifts, so gifts beyond the stored ones came afterwards.
            eb.and([
              eb('fraudSignal.status', '=', 'refunded'),
              sql<boolean>`NOT ${eb.ref('excluded.giftIds')} <@ ${eb.ref('fraudSignal.giftIds')}`,
            ]),
          ])
        }),
    )
    .returning((eb) => [
      'id',
      'score',
      'status as after',
      sql<FraudSignalStatus | null>`old.${eb.ref('status')}`.as('before'),
    ])
    .execute()
  for (const { id, before, after, score: points } of written)
    if (before !== null && before !== after && after === 'open')
      await recordAudit(tx, {
        actor: null,
        action: 'fraud_signal.reopened',
        subject: { type: 'fraud_signal', id },
        before: { status: before },
        after: { status: after, score: points },
      })
  await holdShares(tx.client, [...new Set(rows.map(({ videoId }) => videoId))])
}

type Row = ReturnType<typeof toRow>

function toRow(one: Found) {
  return {
    kind: one.kind,
    videoId: one.videoId,
    intentId: one.kind === 'own_phone' ? one.subject : null,
    subject: one.subject,
    day: one.day,
    score: one.score,
    reasons: JSON.stringify(one.reasons),
    gifts: one.gifts,
    votes: one.votes,
    giftIds: [...one.giftIds],
  }
}

function byKey(one: Row, other: Row): number {
  const [a, b] = [one, other].map(({ kind, videoId, subject, day }) =>
    [kind, videoId, subject, day].join(' '),
  )
  return (a ?? '') < (b ?? '') ? -1 : 1
}
