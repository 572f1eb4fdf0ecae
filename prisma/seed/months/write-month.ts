import { type Queryable, rows } from '#lib/core/db.ts'
import { shillings } from '#lib/core/money.ts'
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import { launchOffer } from '#lib/domain/challenges/policy.ts'
import { collectGifts } from '../money/collect-gifts.ts'
import { collectSubscriptions, type PaidSubscription } from '../money/collect-subscriptions.ts'
import { receiptBook } from '../money/receipts.ts'
import { insertUncountedGifts, UNCOUNTED_GIFTS } from '../money/uncounted-gifts.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { People } from '../people/seed-people.ts'
import { chanceOf } from '../random.ts'
import { insertPlan } from './insert-plan.ts'
import { planOfficialVideos } from './official-videos.ts'
import { planGifts } from './plan-gifts.ts'
import { type MonthSize, type PlannedSubscription, planMonth } from './plan-month.ts'
import { youtubeIds } from './video-words.ts'

const terms = { subscriptionFee: shillings(1_000), launchFee: shillings(50), launchSlots: 100 }

/** Who takes part, and what they are given. */
export interface Cast {
  people: People
  pool: readonly PooledTrack[]
  /** YouTube ids to use before invented ones. */
  youtubeIds: readonly string[]
}

/** A month with what is to have happened in it. */
export interface MonthScript {
  month: MonthCalendar
  /** The last moment that may be told of. */
  until: Date
  /** The share of the dancers that takes part. */
  share: number
  size: MonthSize
}

/**
 * Adds a month with everything that happened in it, unless it is there. It is left in voting.
 * @returns the challenge's id, or null where the month was there already
 */
export async function writeMonth(on: Queryable, script: MonthScript, cast: Cast): Promise<string | null> {
  const { month, until, size } = script
  const challengeId = await insertChallenge(on, month)
  if (!challengeId) return null
  const chance = chanceOf(`month ${month.key}`)
  const newReceipt = receiptBook(chance)
  const videoIds = youtubeIds(chance, cast.youtubeIds)
  const [demo, ...others] = cast.people.dancers
  const dancers = demo ? [demo, ...others.filter(() => chance.happens(script.share))] : []
  const plan = planMonth(chance, { month, until, size, dancers, pool: cast.pool, youtubeIds: videoIds })
  const officials = size.playsOffline ? planOfficialVideos(chance, month, until, cast.pool, videoIds) : []
  const subscriptions = await priceSubscriptions(on, plan.subscriptions)
  await insertPlan(on, challengeId, plan, subscriptions, officials, cast.people.officerIds)
  await collectSubscriptions(on, chance, newReceipt, subscriptions)
  await collectGifts(
    on,
    chance,
    newReceipt,
    challengeId,
    planGifts(chance, month, until, plan.videos, size.gifts),
  )
  if (size.playsOffline) {
    const uncounted = planGifts(chance, month, until, plan.videos, UNCOUNTED_GIFTS)
    await insertUncountedGifts(on, chance, newReceipt, challengeId, uncounted)
  }
  await countVotes(on, challengeId)
  return challengeId
}

async function insertChallenge(on: Queryable, month: MonthCalendar): Promise<string | undefined> {
  const [made] = await rows<{ id: string }>(
    on,
    `INSERT INTO challenge (title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at,
       subscription_fee, launch_fee, launch_slots)
     VALUES ($1, $2, 'voting', $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (month) DO NOTHING RETURNING id`,
    [
      `${month.name} Challenge`,
      month.key,
      month.startsAt,
      month.votingStartsAt,
      month.submissionsEndAt,
      month.endsAt,
      terms.subscriptionFee,
      terms.launchFee,
      terms.launchSlots,
    ],
  )
  return made?.id
}

/** A dancer's first subscription is at the launch fee, while there are slots. In the order in which they paid. */
async function priceSubscriptions(
  on: Queryable,
  planned: readonly PlannedSubscription[],
): Promise<PaidSubscription[]> {
  const known = await rows<{ dancer_id: string; is_launch: boolean }>(
    on,
    `SELECT dancer_id, is_launch FROM subscription WHERE status = 'paid'`,
  )
  const paidBefore = new Set(known.map((row) => row.dancer_id))
  let taken = known.filter((row) => row.is_launch).length
  return [...planned]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((one) => {
      const isLaunch = !paidBefore.has(one.dancer.id) && launchOffer(terms, taken).isOpen
      if (isLaunch) taken++
      return { ...one, isLaunch, amount: isLaunch ? terms.launchFee : terms.subscriptionFee }
    })
}

/** Counts what was paid, as settlement does, and the views that so many gifts come with. */
async function countVotes(on: Queryable, challengeId: string): Promise<void> {
  await rows(
    on,
    `WITH counted AS (
       SELECT g.video_id, sum(g.vote_count)::int AS votes, count(*)::int AS gifts, max(i.paid_at) AS reached
       FROM gift g JOIN payment_intent i ON i.id = g.intent_id
       WHERE g.challenge_id = $1 AND i.state = 'credited' GROUP BY g.video_id
     )
     UPDATE video v SET vote_count = coalesce(c.votes, 0), votes_reached_at = c.reached,
       view_count = coalesce(c.votes * 3 + c.gifts * 11, 0) + v.duration_seconds * 2 + length(v.title) * 3
     FROM video o LEFT JOIN counted c ON c.video_id = o.id
     WHERE v.id = o.id AND o.challenge_id = $1 AND o.status = 'approved'`,
    [challengeId],
  )
}
