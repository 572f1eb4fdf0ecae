import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { ComplianceStats } from '#lib/contract/review/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { countHeld, hasNoHeldDecision } from './held.ts'
import { countIdentities } from './identities.ts'

const MEASURED_SECONDS = 30 * 24 * 60 * 60

/** Queue lengths and waits of the officers' desk, and decision times of 30 days. */
export async function readComplianceStats(): Promise<ComplianceStats> {
  const [identities, queues, hours] = await Promise.all([
    countIdentities(),
    readQueues(),
    medianHours(addSeconds(now(), -MEASURED_SECONDS)),
  ])
  const { kyc, tracks, videos, signals, comments } = queues
  const waits = [kyc.oldest, tracks.oldest, videos.oldest].filter((at) => at !== null)
  const oldest = waits.length > 0 ? new Date(Math.min(...waits.map((at) => at.getTime()))) : null
  return {
    pending: kyc.count,
    under_review: identities.get('under_review') ?? 0,
    approved: identities.get('approved') ?? 0,
    rejected: identities.get('rejected') ?? 0,
    tracks_pending: tracks.count,
    videos_pending: videos.count,
    signals_open: signals.count,
    comments_reported: comments.count,
    oldest_pending_at: oldest?.toISOString() ?? null,
    median_hours_to_decide: hours === null ? null : Math.round(hours * 100) / 100,
  }
}

export async function readQueues() {
  const [identities, held, oldest, tracks, videos, signals, comments] = await Promise.all([
    countIdentities(['under_review']),
    countHeld(db()),
    oldestIdentity(),
    countWaitingTracks(),
    countWaitingVideos(),
    countOpenSignals(),
    countReportedComments(),
  ])
  const kyc = { count: Math.max(0, (identities.get('under_review') ?? 0) - held.kyc), oldest }
  return { kyc, tracks, videos, signals, comments }
}

async function oldestIdentity(): Promise<Date | null> {
  const oldest = await kysely(db())
    .selectFrom('profile as p')
    .innerJoin('appUser as u', 'u.id', 'p.userId')
    .where('u.role', 'in', ['dancer', 'copyright_owner'])
    .where('u.deletedAt', 'is', null)
    .where('p.kycStatus', '=', 'under_review')
    .where((eb) => hasNoHeldDecision(eb.ref('u.id'), 'kyc'))
    .select('p.kycSubmittedAt')
    .orderBy('p.kycSubmittedAt')
    .limit(1)
    .executeTakeFirst()
  return oldest?.kycSubmittedAt ?? null
}

function countWaitingTracks() {
  return kysely(db())
    .selectFrom('track')
    .where('status', '=', 'pending')
    .where((eb) => hasNoHeldDecision(eb.ref('track.id'), 'track'))
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb.fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

function countWaitingVideos() {
  return kysely(db())
    .selectFrom('video')
    .where('status', '=', 'pending_review')
    .where((eb) => hasNoHeldDecision(eb.ref('video.id'), 'video'))
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb.fn.min<Date | null>('uploadDate').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

function countOpenSignals() {
  return kysely(db())
    .selectFrom('fraudSignal')
    .where('status', '=', 'open')
    .where((eb) => hasNoHeldDecision(eb.ref('fraudSignal.id'), 'signal'))
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb.fn.min<Date | null>('createdAt').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

function countReportedComments() {
  return kysely(db())
    .selectFrom('commentReport as r')
    .innerJoin('comment as c', 'c.id', 'r.commentId')
    .where('r.dismissedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where((eb) => hasNoHeldDecision(eb.ref('c.id'), 'comment'))
    .select((eb) => [
      eb.cast<number>(eb.fn.count('r.commentId').distinct(), 'int4').as('count'),
      eb.fn.min<Date | null>('r.createdAt').as('oldest'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * SQL: when a video was decided. A later withdrawal changes `reviewed_at`, but not the time of the approval.
 */
const decidedAt = (eb: ExpressionBuilder<DB, 'video'>) => eb.fn.coalesce('approvedDate', 'reviewedAt')

/** Median hours to a person's decision; automatic refusals have no reviewer and do not count. */
async function medianHours(since: Date): Promise<number | null> {
  const hours = (from: Expression<Date | null>, to: Expression<Date | null>) =>
    sql<number | null>`extract(epoch FROM ${to} - ${from})::float8 / 3600`.as('hours')
  const identities = kysely(db())
    .selectFrom('profile')
    .where('kycStatus', 'in', ['approved', 'rejected'])
    .where('kycReviewedAt', '>', since)
    .whereRef('kycReviewedAt', '>', 'kycSubmittedAt')
    .select((eb) => hours(eb.ref('kycSubmittedAt'), eb.ref('kycReviewedAt')))
  const tracks = kysely(db())
    .selectFrom('track')
    .where('reviewedBy', 'is not', null)
    .where('reviewedAt', '>', since)
    .select((eb) => hours(eb.ref('createdAt'), eb.ref('reviewedAt')))
  const videos = kysely(db())
    .selectFrom('video')
    // No decision leads back to `pending_review`. A literal, because the index is partial.
    .where('status', '<>', sql.lit('pending_review' as const))
    .where('reviewedBy', 'is not', null)
    // `reviewed_at` is never before the decision, so the index finds everything decided since.
    .where('reviewedAt', '>', since)
    .where((eb) => eb(decidedAt(eb), '>', since))
    .select((eb) => hours(eb.ref('uploadDate'), decidedAt(eb)))
  const { median } = await kysely(db())
    .selectFrom(identities.unionAll(tracks).unionAll(videos).as('d'))
    .select((eb) =>
      sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${eb.ref('d.hours')})`.as('median'),
    )
    .executeTakeFirstOrThrow()
  return median
}
