import type { GiftFailure, GiftStatus, GivenGiftView } from '#lib/contract/gifts/calls.ts'
import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { inIds } from '#lib/core/query-plans.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { phoneWaitSeconds } from '#lib/domain/payments/admit-prompt.ts'
import { promptWait } from '#lib/domain/payments/prompt-queue.ts'
import { promptKey, promptStandingOf } from '#lib/domain/payments/prompt-standing.ts'
import { receiptOf } from '#lib/domain/payments/receipts.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { placesOf, type Ranks, readRanks } from '#lib/domain/videos/standings.ts'
import { RETRY_WITHIN_SECONDS, votingAt } from './policy.ts'

const giftsWith = (ids: readonly string[]) =>
  kysely(db())
    .selectFrom('payment_intent as i')
    .innerJoin('gift as g', 'g.intent_id', 'i.id')
    .innerJoin('video as v', 'v.id', 'g.video_id')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .innerJoin('app_user as u', 'u.id', 'v.dancer_id')
    .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
    .select([
      'i.id',
      'i.state',
      'i.amount',
      'i.account_reference',
      'i.result_code',
      'i.created_at',
      'i.phone',
    ])
    .select([
      'i.submitted_at',
      'i.confirmed_at',
      'g.vote_count',
      'g.video_id',
      'v.title',
      't.title as track_title',
    ])
    .select(['u.username as dancer', 'v.vote_count as video_votes', 'v.challenge_id'])
    .select(['v.status as video_status', 'u.is_active', 'c.phase', 'c.voting_starts_at', 'c.ends_at'])
    .select((eb) => receiptOf(eb).as('receipt'))
    .where('i.id', 'in', inIds(ids))
    .execute()

type GiftRow = Awaited<ReturnType<typeof giftsWith>>[number]

/**
 * A gift as anybody with its id may see it.
 * @param ranksNow returns the leaderboard; lib/web keeps it in memory
 * @throws NotFoundError
 */
export async function getGift(id: string, ranksNow: RanksNow = () => readRanks()): Promise<GivenGiftView> {
  const [found] = await readGifts([id], ranksNow)
  if (!found) throw new NotFoundError()
  return found
}

type RanksNow = () => Promise<Ranks>

/** Reads gifts by their ids, as `getGift` does; what is no gift is left out. */
export async function readGifts(
  ids: readonly string[],
  ranksNow: RanksNow = () => readRanks(),
): Promise<GivenGiftView[]> {
  const rows = await giftsWith(ids)
  const ranks = rows.some(({ state }) => state === 'credited') ? await ranksNow() : null
  return Promise.all(
    rows.map(async (row) => {
      const waits = row.state === 'created' ? await promptWait(row.submitted_at ?? row.created_at) : null
      const place = row.state === 'credited' && ranks ? placeOf(row, ranks) : null
      return { ...presentGift(row, waits, now()), prompt_in_seconds: await phoneWaitOf(row), place }
    }),
  )
}

/** For how long we send no prompt to the phone of a gift whose prompt we held back for that. */
async function phoneWaitOf({ state, result_code: code, phone }: GiftRow): Promise<number | null> {
  if (state !== 'rejected' || failureOfUnsent(code) !== 'paused') return null
  return phoneWaitSeconds(db(), phone, now())
}

/** Where a counted gift has brought its entry. The entry's count is read with the gift, because what is kept may be older. */
function placeOf(row: GiftRow, ranks: Ranks): GivenGiftView['place'] {
  if (row.challenge_id !== ranks.challengeId) return null
  const { video_id: videoId, dancer: dancerUsername, video_votes: voteCount } = row
  return placesOf(ranks.best, { videoId, dancerUsername, voteCount }, row.vote_count)
}

function presentGift(
  row: GiftRow,
  waits: number | null,
  moment: Date,
): Omit<GivenGiftView, 'place' | 'prompt_in_seconds'> {
  const status = giftStatus(row, moment)
  const failure = giftFailure(row)
  const open = status === 'pending'
  const takesVotes = takesVotesNow(row, moment)
  const prompt = promptStandingOf(
    { state: row.state, submittedAt: row.submitted_at, confirmedAt: row.confirmed_at },
    moment,
  )
  return {
    id: row.id,
    status,
    failure,
    vote_count: row.vote_count,
    video_id: row.video_id,
    video_title: displayTitle(row.title, row.track_title, row.dancer),
    amount: toShillings(row.amount),
    receipt: row.receipt,
    message: isConfirmed(row)
      ? say('gift.confirmed')
      : waits === null
        ? open && !takesVotes
          ? say('gift.over')
          : giftMessage(status, failure, row.vote_count, prompt)
        : say('prompt.queued', { seconds: waits }),
    paybill:
      takesVotes && (open || status === 'failed')
        ? { business_number: env.MPESA_SHORTCODE, account_number: row.account_reference }
        : null,
    prompt_open: prompt === 'sent' || prompt === 'unsure',
    prompt,
    // A number that M-Pesa does not take is refused again.
    can_retry_prompt: takesVotes && open && row.state === 'rejected' && failure !== 'wrong_number',
    wait_seconds: waits,
    created_at: row.created_at.toISOString(),
  }
}

/** Whether the video takes votes that are paid now: a withdrawn one is not approved any more. */
function takesVotesNow(row: GiftRow, moment: Date): boolean {
  const { phase, voting_starts_at: votingStartsAt, ends_at: endsAt } = row
  if (row.video_status !== 'approved' || !row.is_active) return false
  return votingAt({ phase, votingStartsAt, endsAt }, moment, false) === 'open'
}

/** Paid, and waiting for the time at which it was. */
const isConfirmed = ({ state, confirmed_at }: Pick<GiftRow, 'state' | 'confirmed_at'>) =>
  state === 'verifying' && confirmed_at !== null

/** How a gift stands for whoever gave it. Pure. */
export function giftStatus(
  row: Pick<GiftRow, 'state' | 'confirmed_at' | 'created_at'>,
  moment: Date,
): GiftStatus {
  if (isConfirmed(row)) return 'under_review'
  switch (row.state) {
    case 'credited':
      return 'completed'
    case 'declined':
      return 'failed'
    case 'refunded':
      return 'refunded'
    case 'review':
    case 'refund_pending':
    case 'unresolved':
      return 'under_review'
    case 'rejected':
      return row.created_at < addSeconds(moment, -RETRY_WITHIN_SECONDS) ? 'expired' : 'pending'
    default:
      return 'pending'
  }
}

function giftFailure(row: GiftRow): GiftFailure | null {
  if (row.state === 'declined') return failureOfCode(row.result_code ?? '')
  if (row.state === 'rejected') return failureOfUnsent(row.result_code)
  return null
}

function giftMessage(
  status: GiftStatus,
  failure: GiftFailure | null,
  voteCount: number,
  prompt: PromptStanding,
): Sentence {
  switch (status) {
    case 'completed':
      return voteCount === 1 ? say('gift.counted_one') : say('gift.counted', { count: voteCount })
    case 'pending':
      return failure ? sayAll([say(`failure.${failure}`), say('pay_by_paybill')]) : say(promptKey(prompt))
    case 'failed':
      return say(`failure.${failure ?? 'other'}`)
    case 'expired':
      return say('gift.expired')
    case 'under_review':
      return say('gift.unclear')
    case 'refunded':
      return say('gift.sent_back')
  }
}
