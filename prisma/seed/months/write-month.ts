import { addSeconds } from '#lib/core/clock.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { insertRows } from '../insert-rows.ts'
import { loopUrls } from '../media/loops.ts'
import { collectGifts, collectSubscriptions, fees, type PaidSubscription } from '../money/collect.ts'
import { readSystemAccounts } from '../money/journals.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { People } from '../people/seed-people.ts'
import { chanceOf } from '../random.ts'
import type { MonthDates } from './dates.ts'
import { planGifts } from './plan-gifts.ts'
import { type MonthPlan, type MonthSize, type PlannedVideo, planMonth } from './plan-month.ts'

const LAUNCH_SLOTS = 100

export interface Cast {
  people: People
  pool: PooledTrack[]
  youtubeIds: readonly string[]
}

/**
 * Adds a month with everything that happened in it up to `until`, unless it is there. It is left in voting.
 * @returns the challenge's id, or null where the month was there already
 */
export async function writeMonth(
  on: Queryable,
  month: MonthDates,
  until: Date,
  size: MonthSize,
  share: number,
  cast: Cast,
): Promise<string | null> {
  const [challenge] = await rows<{ id: string }>(
    on,
    `INSERT INTO challenge (title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at, launch_slots)
     VALUES ($1, $2, 'voting', $3, $4, $5, $6, $7) ON CONFLICT (month) DO NOTHING RETURNING id`,
    [
      `${month.name} Challenge`,
      month.key,
      month.startsAt,
      month.votingStartsAt,
      month.submissionsEndAt,
      month.endsAt,
      LAUNCH_SLOTS,
    ],
  )
  if (!challenge) return null
  const { people, pool, youtubeIds } = cast
  const chance = chanceOf(`money ${month.key}`)
  const [demo, ...others] = people.dancers
  const dancers = demo ? [demo, ...others.filter(() => chance.happens(share))] : []
  const plan = planMonth(month, until, size, dancers, pool, people, youtubeIds)
  const accounts = await readSystemAccounts(on)
  const subscriptions = await onTerms(on, plan)
  await insertPlan(on, challenge.id, plan, subscriptions, people)
  await collectSubscriptions(on, chance, accounts, subscriptions)
  await collectGifts(on, chance, accounts, challenge.id, planGifts(month, until, plan.videos, size.gifts))
  await countVotes(on, challenge.id)
  return challenge.id
}

/** A dancer's first subscription is at the launch price, while there are slots. */
async function onTerms(on: Queryable, plan: MonthPlan): Promise<PaidSubscription[]> {
  const known = await rows<{ dancer_id: string; is_launch: boolean }>(
    on,
    `SELECT dancer_id, is_launch FROM subscription WHERE status = 'paid'`,
  )
  const paidBefore = new Set(known.map((row) => row.dancer_id))
  let slots = LAUNCH_SLOTS - known.filter((row) => row.is_launch).length
  return [...plan.subscriptions]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((one) => {
      const launch = !paidBefore.has(one.dancer.id) && slots-- > 0
      return { ...one, amount: launch ? fees.launch : fees.full }
    })
}

async function insertPlan(
  on: Queryable,
  challengeId: string,
  plan: MonthPlan,
  subscriptions: readonly PaidSubscription[],
  people: People,
): Promise<void> {
  await insertRows(
    on,
    'subscription',
    subscriptions.map((one) => ({
      id: one.id,
      challenge_id: challengeId,
      dancer_id: one.dancer.id,
      status: 'paid',
      amount: one.amount,
      is_launch: one.amount === fees.launch,
      created_at: addSeconds(one.at, -20),
      paid_at: one.at,
    })),
  )
  const done = new Set(plan.videos.filter((one) => one.status === 'approved').map((one) => one.assignment.id))
  await insertRows(
    on,
    'track_assignment',
    plan.assignments.map((one) => ({
      id: one.id,
      challenge_id: challengeId,
      dancer_id: one.dancer.id,
      track_id: one.track.id,
      status: done.has(one.id) ? 'completed' : 'active',
      seed: `demo ${challengeId}`,
      assigned_at: one.at,
    })),
  )
  await insertRows(
    on,
    'video',
    plan.videos.map((video, place) =>
      videoRow(challengeId, video, people.officerIds[place % people.officerIds.length]),
    ),
  )
}

function videoRow(challengeId: string, video: PlannedVideo, officerId: string | undefined) {
  const urls = video.loop && loopUrls(video.loop)
  return {
    id: video.id,
    kind: 'entry',
    title: video.title,
    description: video.description,
    dancer_id: video.assignment.dancer.id,
    track_id: video.assignment.track.id,
    challenge_id: challengeId,
    assignment_id: video.assignment.id,
    youtube_url: video.youtubeId && `https://www.youtube.com/watch?v=${video.youtubeId}`,
    youtube_video_id: video.youtubeId,
    video_file_url: urls?.video ?? null,
    thumbnail_url: urls?.poster ?? `https://i.ytimg.com/vi/${video.youtubeId}/hqdefault.jpg`,
    duration_seconds: video.seconds,
    status: video.status,
    vote_code: video.voteCode,
    vote_count: 0,
    view_count: 0,
    comment_count: 0,
    upload_date: video.uploadedAt,
    approved_date: video.status === 'approved' ? video.reviewedAt : null,
    reviewed_by: video.reviewedAt ? officerId : null,
    reviewed_at: video.reviewedAt,
    rejection_reason: video.rejectionReason,
  }
}

/** Counts what was paid, as settlement does, and the views that so many gifts come with. */
async function countVotes(on: Queryable, challengeId: string): Promise<void> {
  await rows(
    on,
    `UPDATE video v SET vote_count = c.votes, votes_reached_at = c.reached,
       view_count = c.votes * 4 + c.gifts * 11 + length(v.title) * 7 + 23
     FROM (SELECT g.video_id, sum(g.vote_count)::int AS votes, count(*)::int AS gifts, max(i.paid_at) AS reached
           FROM gift g JOIN payment_intent i ON i.id = g.intent_id
           WHERE g.challenge_id = $1 AND i.state = 'credited' GROUP BY g.video_id) c
     WHERE v.id = c.video_id`,
    [challengeId],
  )
}
