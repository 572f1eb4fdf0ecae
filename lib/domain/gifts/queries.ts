import type { GiftFailure, GiftStatus, GivenGiftView } from '#lib/contract/gifts/calls.ts'
import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { kesText, toShillings } from '#lib/core/money.ts'
import { inIds } from '#lib/core/query-plans.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { phoneWaitSeconds } from '#lib/domain/payments/admit-prompt.ts'
import { promptKey, promptStandingOf } from '#lib/domain/payments/policy.ts'
import { promptWait } from '#lib/domain/payments/prompt-limits.ts'
import { receiptOf } from '#lib/domain/payments/settlement-rows.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { placesOf, type Ranks, readRanks } from '#lib/domain/videos/standings.ts'
import { RETRY_WITHIN_SECONDS, votingAt } from './policy.ts'

const giftsWith = (ids: readonly string[]) =>
  kysely(db())
    .selectFrom('paymentIntent as i')
    .innerJoin('gift as g', 'g.intentId', 'i.id')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .select(['i.id', 'i.state', 'i.amount', 'i.accountReference', 'i.resultCode', 'i.createdAt', 'i.phone'])
    .select([
      'i.submittedAt',
      'i.confirmedAt',
      'g.voteCount',
      'g.videoId',
      'v.title',
      't.title as trackTitle',
    ])
    .select(['u.username as dancer', 'v.voteCount as videoVotes', 'v.challengeId'])
    .select(['v.status as videoStatus', 'u.isActive', 'c.phase', 'c.votingStartsAt', 'c.endsAt'])
    .select((eb) => receiptOf(eb).as('receipt'))
    .where('i.id', 'in', inIds(ids))
    .execute()

type GiftRow = Awaited<ReturnType<typeof giftsWith>>[number]

/**
 * A gift's view for anybody with its id.
 * @param ranksNow returns the leaderboard; lib/web caches it
 * @throws NotFoundError
 */
export async function getGift(id: string, ranksNow: RanksNow = () => readRanks()): Promise<GivenGiftView> {
  const [found] = await readGifts([id], ranksNow)
  if (!found) throw new NotFoundError()
  return found
}

type RanksNow = () => Promise<Ranks>

/** Skips ids of other payments. */
export async function readGifts(
  ids: readonly string[],
  ranksNow: RanksNow = () => readRanks(),
): Promise<GivenGiftView[]> {
  const rows = await giftsWith(ids)
  const ranks = rows.some(({ state }) => state === 'credited') ? await ranksNow() : null
  return Promise.all(
    rows.map(async (row) => {
      const waits = row.state === 'created' ? await promptWait(row.submittedAt ?? row.createdAt) : null
      const place = row.state === 'credited' && ranks ? placeOf(row, ranks) : null
      return { ...presentGift(row, waits, now()), prompt_in_seconds: await phoneWaitOf(row), place }
    }),
  )
}

/** Seconds until the phone can be prompted, if the gift has no prompt because the phone must wait. */
async function phoneWaitOf({ state, resultCode: code, phone }: GiftRow): Promise<number | null> {
  if (state !== 'rejected' || failureOfUnsent(code) !== 'paused') return null
  return phoneWaitSeconds(db(), phone, now())
}

/** The entry's place. Its vote count is read with the gift, because the cached leaderboard may be older. */
function placeOf(row: GiftRow, ranks: Ranks): GivenGiftView['place'] {
  if (row.challengeId !== ranks.challengeId) return null
  const { videoId, dancer: dancerUsername, videoVotes: voteCount } = row
  return placesOf(ranks.best, { videoId, dancerUsername, voteCount }, row.voteCount)
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
  const prompt = promptStandingOf(row, moment)
  return {
    id: row.id,
    status,
    failure,
    vote_count: row.voteCount,
    video_id: row.videoId,
    video_title: displayTitle(row.title, row.trackTitle, row.dancer),
    amount: toShillings(row.amount),
    receipt: row.receipt,
    message: isConfirmed(row)
      ? say('gift.confirmed')
      : waits === null
        ? open && !takesVotes
          ? say('gift.over')
          : giftMessage(status, failure, row, prompt)
        : say('prompt.queued', { seconds: waits }),
    paybill:
      takesVotes && (open || status === 'failed')
        ? { business_number: env.MPESA_SHORTCODE, account_number: row.accountReference }
        : null,
    prompt_open: prompt === 'sent' || prompt === 'unsure',
    prompt,
    // M-Pesa would refuse an invalid number again.
    can_retry_prompt: takesVotes && open && row.state === 'rejected' && failure !== 'wrong_number',
    wait_seconds: waits,
    created_at: row.createdAt.toISOString(),
  }
}

/** Also false for a withdrawn video, which is not approved any more. */
function takesVotesNow(row: GiftRow, moment: Date): boolean {
  const { phase, votingStartsAt, endsAt } = row
  if (row.videoStatus !== 'approved' || !row.isActive) return false
  return votingAt({ phase, votingStartsAt, endsAt }, moment, false) === 'open'
}

/** Whether M-Pesa has confirmed the payment, but not its time. */
const isConfirmed = ({ state, confirmedAt }: Pick<GiftRow, 'state' | 'confirmedAt'>) =>
  state === 'verifying' && confirmedAt !== null

export function giftStatus(
  row: Pick<GiftRow, 'state' | 'confirmedAt' | 'createdAt'>,
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
      return row.createdAt < addSeconds(moment, -RETRY_WITHIN_SECONDS) ? 'expired' : 'pending'
    default:
      return 'pending'
  }
}

function giftFailure(row: GiftRow): GiftFailure | null {
  if (row.state === 'declined') return failureOfCode(row.resultCode ?? '')
  if (row.state === 'rejected') return failureOfUnsent(row.resultCode)
  return null
}

function giftMessage(
  status: GiftStatus,
  failure: GiftFailure | null,
  { voteCount, dancer, amount }: Pick<GiftRow, 'voteCount' | 'dancer' | 'amount'>,
  prompt: PromptStanding,
): Sentence {
  switch (status) {
    case 'completed':
      return voteCount === 1
        ? say('gift.counted_one', { dancer })
        : say('gift.counted', { count: voteCount, dancer })
    case 'pending':
      return failure ? sayAll([say(`failure.${failure}`), say('pay_by_paybill')]) : say(promptKey(prompt))
    case 'failed':
      return say(`failure.${failure ?? 'other'}`)
    case 'expired':
      return say('gift.expired')
    case 'under_review':
      return say('gift.unclear')
    case 'refunded':
      return say('gift.sent_back', { amount: kesText(amount) })
  }
}
