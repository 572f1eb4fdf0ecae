import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
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
import { REOPENS_AFTER_POINTS, score } from './policy.ts'

const DAY_SECONDS = 86_400
/** A month and what follows it: an own phone is often known only by the withdrawal. */
const OWN_PHONE_DAYS = 40
/** Gifts that are kept as evidence of one signal. */
const EVIDENCE = 200
/** Signals that are written in one transaction. */
const AT_ONCE = 200

/**
 * Looks for what is strange about counted gifts and puts it before the officers. No gift, count or balance changes. It
 * may run twice and beside itself: a signal is one of its kind, video, subject and day. What is found again grows, and
 * never shrinks; one that was dismissed is open again only once it has grown a lot.
 * @param days in Nairobi, today among them
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
    await transaction((tx) => keep(tx, shown.slice(from, from + AT_ONCE)))
  return shown.length
}

type Found = Cluster & ReturnType<typeof score>

async function keep(tx: Tx, found: readonly Found[]): Promise<void> {
  const written = await rows<{ id: string; before: string | null; after: string; score: number }>(tx.client, {
    name: 'fraud-keep-signals',
    text: `INSERT INTO fraud_signal AS s (kind, video_id, intent_id, subject, day, score, reasons, gifts, votes, gift_ids,
        created_at, updated_at)
      SELECT f.kind::fraud_signal_kind, f.video_id, f.intent_id, f.subject, f.day, f.score, f.reasons, f.gifts, f.votes,
        f.gift_ids, $2, $2
      FROM jsonb_to_recordset($1::jsonb) AS f(kind text, video_id uuid, intent_id uuid, subject text, day date, score int,
        reasons jsonb, gifts int, votes int, gift_ids uuid[])
      ORDER BY f.kind, f.video_id, f.subject, f.day
      ON CONFLICT (kind, video_id, subject, day) DO UPDATE SET score = excluded.score, reasons = excluded.reasons,
        gifts = excluded.gifts, votes = excluded.votes, gift_ids = excluded.gift_ids, updated_at = excluded.updated_at,
        status = CASE WHEN s.status = 'dismissed' THEN 'open' ELSE s.status END
      WHERE (s.status IN ('open', 'escalated') AND (excluded.score > s.score OR excluded.gifts > s.gifts AND excluded.score = s.score))
        OR (s.status = 'dismissed' AND excluded.score >= s.score + $3)
      RETURNING id, old.status::text AS before, new.status::text AS after, new.score`,
    values: [JSON.stringify(found.map(toRecord)), now(), REOPENS_AFTER_POINTS],
  })
  for (const { id, before, after, score: points } of written)
    if (before === 'dismissed' && after === 'open')
      await recordAudit(tx, {
        actor: null,
        action: 'fraud_signal.reopened',
        subject: { type: 'fraud_signal', id },
        before: { status: before },
        after: { status: after, score: points },
      })
}

function toRecord(one: Found) {
  return {
    kind: one.kind,
    video_id: one.videoId,
    intent_id: one.kind === 'own_phone' ? one.subject : null,
    subject: one.subject,
    day: one.day,
    score: one.score,
    reasons: one.reasons,
    gifts: one.giftIds.length,
    votes: one.votes,
    gift_ids: one.giftIds.slice(0, EVIDENCE),
  }
}
