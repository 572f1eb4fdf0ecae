import { readGiftPhone } from '#lib/contract/phone.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { signHex } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { type GiftVideo, giftVideosByCode } from '#lib/domain/gifts/facts.ts'
import { type GiftOrder, giftIdOf, type OrderedGift, ordersUnder } from '#lib/domain/gifts/make-gifts.ts'
import { votingAt, withdrawnBy } from '#lib/domain/gifts/policy.ts'
import { giftStatus } from '#lib/domain/gifts/queries.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import {
  end,
  leadersScreen,
  myVotesScreen,
  orderScreen,
  type PastVotes,
  type Place,
  placeOf,
  plainScreen,
  type Screen,
  type UssdVideo,
  videoScreen,
} from './menu.ts'
import { beforeLanguage, type OrderOutcome, type PastStatus } from './sentences.ts'

export type UssdRequest = {
  /** Equal for all requests of a session. */
  readonly sessionId: string
  /** The caller's phone, as the network reports it. */
  readonly phone: string
  /** All input of the session, joined by `*`. */
  readonly text: string
}

/**
 * Returns the next screen. An order is committed; a worker sends its prompt seconds later, because no prompt
 * reaches a phone whose session is open.
 */
export async function answerUssd(request: UssdRequest): Promise<Screen> {
  const phone = readGiftPhone(request.phone)
  if (phone === null) return end(beforeLanguage.phone)
  const place = placeOf(request.text)
  switch (place.at) {
    case 'votes':
    case 'confirm':
      return videoScreen(place, (await findVideo(place.code))?.shown ?? null)
    case 'order':
      return orderScreen(place, await orderVotes(place, phone, request.sessionId), env.MPESA_SHORTCODE)
    case 'my_votes':
      return myVotesScreen(place.language, await lastVotesOf(phone))
    case 'leaders':
      return leadersScreen(place.language, await leaders())
    default:
      return plainScreen(place)
  }
}

async function findVideo(code: string): Promise<{ video: GiftVideo; shown: UssdVideo } | null> {
  const [video] = await giftVideosByCode(db(), [code])
  const at = now()
  if (!video || withdrawnBy(video, at) || (!video.isDancerActive && video.withdrawnAt === null)) return null
  const names = await kysely(db())
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select(['v.title', 't.title as trackTitle', 'u.username'])
    .where('v.id', '=', video.id)
    .executeTakeFirstOrThrow()
  return {
    video,
    shown: {
      title: displayTitle(names.title, names.trackTitle, names.username),
      dancer: names.username,
      isOpen: votingAt(video, at, false) === 'open',
    },
  }
}

/** Delay of the prompt: the phone must close the last screen first. */
const AFTER_LAST_SCREEN_SECONDS = 2

/** Orders votes by the rules of the web. Repeated or concurrent requests of a session create one gift. */
async function orderVotes(
  { code, votes }: Place & { at: 'order' },
  phone: string,
  sessionId: string,
): Promise<OrderOutcome> {
  const [video] = await giftVideosByCode(db(), [code])
  if (!video) return 'not_found'
  const order: GiftOrder = {
    videoId: video.id,
    voteCount: votes,
    phone,
    // The phone, which the network authenticates, stands for a browser. Nobody can guess the signed id.
    sessionId: `ussd-${signHex(env.AUTH_SECRET, `ussd session ${phone}`, 40)}`,
    deviceFingerprint: signHex(env.AUTH_SECRET, `ussd device ${phone}`, 24),
    idempotencyKey: `ussd ${sessionId}`,
    promptAfterSeconds: AFTER_LAST_SCREEN_SECONDS,
  }
  try {
    return takenAs(await createGift(order))
  } catch (error) {
    // A concurrent request may have created the same gift, which makes this order fail.
    const id = giftIdOf(order)
    const ordered = (await ordersUnder(db(), [id])).get(id)
    return ordered ? takenAs(ordered) : outcomeOf(error)
  }
}

const takenAs = ({ withoutPrompt }: OrderedGift) => (withoutPrompt ? 'without_prompt' : 'ordered')

const refusals: readonly OrderOutcome[] = [
  'voting_closed',
  'own_video',
  'max_votes_reached',
  'prompt_open',
  'prompts_paused',
  'too_many_phones',
]

/** @throws the error if it is no refusal */
function outcomeOf(error: unknown): OrderOutcome {
  if (error instanceof NotFoundError) return 'not_found'
  if (!(error instanceof RuleError)) throw error
  return refusals.find((one) => one === error.code) ?? 'other'
}

const SHOWN_VOTES = 3

async function lastVotesOf(phone: string): Promise<PastVotes[]> {
  const found = await kysely(db())
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select(['i.state', 'i.confirmedAt', 'i.createdAt', 'g.voteCount', 'u.username'])
    .where('g.phone', '=', phone)
    .orderBy('g.createdAt', 'desc')
    .limit(SHOWN_VOTES)
    .execute()
  const moment = now()
  return found.map((row) => ({
    dancer: row.username,
    votes: row.voteCount,
    status: statusOf(row, moment),
  }))
}

/** A pending gift is certainly unpaid only if its prompt was never sent; else it is `checking`. */
function statusOf(row: Parameters<typeof giftStatus>[0], moment: Date): PastStatus {
  const status = giftStatus(row, moment)
  return status === 'pending' && row.state !== 'created' && row.state !== 'rejected' ? 'checking' : status
}

async function leaders() {
  const rows = await getLeaderboard()
  return rows
    .filter(({ vote_count: votes }) => votes > 0)
    .slice(0, 5)
    .map(({ dancer_username: dancer, vote_count: votes }) => ({ dancer, votes }))
}
