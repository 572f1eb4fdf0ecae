import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
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
import { planMonth } from './plan-month.ts'
import type { MonthSize, PlannedSubscription } from './planned.ts'
import { youtubeIds } from './video-words.ts'

const terms = { subscriptionFee: shillings(1_000), launchFee: shillings(50), launchSlots: 100 }

export interface Cast {
  people: People
  pool: readonly PooledTrack[]
  youtubeIds: readonly string[]
}

export interface MonthScript {
  month: MonthCalendar
  until: Date
  share: number
  size: MonthSize
}

/** @returns the id of the challenge, whose phase is voting, or null if the month existed */
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
  const made = await kysely(on)
    .insertInto('challenge')
    .values({
      title: `${month.name} Challenge`,
      month: month.key,
      phase: 'voting',
      startsAt: month.startsAt,
      votingStartsAt: month.votingStartsAt,
      submissionsEndAt: month.submissionsEndAt,
      endsAt: month.endsAt,
      subscriptionFee: terms.subscriptionFee,
      launchFee: terms.launchFee,
      launchSlots: terms.launchSlots,
    })
    .onConflict((conflict) => conflict.column('month').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** A dancer's first subscription has the launch fee while slots last. */
async function priceSubscriptions(
  on: Queryable,
  planned: readonly PlannedSubscription[],
): Promise<PaidSubscription[]> {
  const known = await kysely(on)
    .selectFrom('subscription')
    .select(['dancerId', 'isLaunch'])
    .where('status', '=', 'paid')
    .execute()
  const paidBefore = new Set(known.map((row) => row.dancerId))
  let taken = known.filter((row) => row.isLaunch).length
  return [...planned]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((one) => {
      const isLaunch = !paidBefore.has(one.dancer.id) && launchOffer(terms, taken).isOpen
      if (isLaunch) taken++
      return { ...one, isLaunch, amount: isLaunch ? terms.launchFee : terms.subscriptionFee }
    })
}

async function countVotes(on: Queryable, challengeId: string): Promise<void> {
  const counted = kysely(on)
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .select((eb) => [
      'g.videoId',
      eb.cast<number>(eb.fn.sum('g.voteCount'), 'int4').as('votes'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('gifts'),
      eb.fn.max('i.paidAt').as('reached'),
    ])
    .where('g.challengeId', '=', challengeId)
    .where('i.state', '=', 'credited')
    .groupBy('g.videoId')
  const videos = await kysely(on)
    .selectFrom('video as v')
    .leftJoin(counted.as('c'), 'c.videoId', 'v.id')
    .select(['v.id', 'v.title', 'v.durationSeconds', 'c.votes', 'c.gifts', 'c.reached'])
    .where('v.challengeId', '=', challengeId)
    .where('v.status', '=', 'approved')
    .execute()
  for (const { id, title, durationSeconds, votes, gifts, reached } of videos)
    await kysely(on)
      .updateTable('video')
      .set({
        voteCount: votes ?? 0,
        votesReachedAt: reached,
        viewCount: (votes ?? 0) * 3 + (gifts ?? 0) * 11 + (durationSeconds ?? 0) * 2 + title.length * 3,
      })
      .where('id', '=', id)
      .execute()
}
