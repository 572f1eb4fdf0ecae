import { z } from 'zod'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { hiddenKey } from '#lib/core/rate-limit.ts'
import { redis, redisKey } from '#lib/core/redis.ts'
import { phoneHash, readReportedPhone } from '#lib/domain/fraud/reported-phone.ts'
import type { GiftVerdict } from './policy.ts'

// M-Pesa asks before it charges a Paybill payment, and confirms seconds later. Between the two the payment is
// only in Redis, which all web processes share.

/** Seconds for which an accepted, unconfirmed payment counts. */
const COUNTS_SECONDS = 120

export type AskedGift = {
  readonly videoId: string
  /** As M-Pesa reports it. */
  readonly phone: string | null
  readonly votes: number
  /** A time on the day for which the votes count. */
  readonly dayOf: Date
  /** Null if M-Pesa names none. */
  readonly receipt: string | null
}

/**
 * Judges a payment together with the phone's payments for the video that were accepted within two minutes and
 * are not booked yet. An accepted payment is stored with them. Without Redis the other payments do not count:
 * refusing every payer would be worse, and excess votes are held for two people.
 * @param judge decides from the books and these additional votes. Called after the list is read, so that a
 *   payment confirmed meanwhile counts twice rather than not at all
 */
export async function judgeAccepting(
  on: Queryable,
  asked: AskedGift,
  judge: (more: number) => Promise<GiftVerdict | null>,
): Promise<GiftVerdict | null> {
  const key = keyOf(asked)
  if (key === null) return judge(0)
  const own = JSON.stringify({ id: asked.receipt ?? newId(), votes: asked.votes, at: now().getTime() })
  const verdict = await judge(await withoutRedis(0, () => votesAccepted(on, key, own)))
  if (verdict === null || verdict.kind === 'refused') await withoutRedis(0, () => redis().lrem(key, 1, own))
  return verdict
}

async function withoutRedis<T>(otherwise: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ err: error }, 'accepted payments are not known')
    return otherwise
  }
}

/**
 * Key of the phone's list. Null for a masked phone, which identifies nobody and is never refused for its
 * number of votes.
 */
function keyOf({ videoId, phone, dayOf }: AskedGift): string | null {
  const payer = readReportedPhone(phone)
  if (payer.kind === 'nothing' || payer.kind === 'mask') return null
  const who = hiddenKey('phone', payer.kind === 'hash' ? payer.hash : phoneHash(payer.phone))
  return redisKey(`paybill-accepted:${videoId}:${nairobiDayStart(dayOf).toISOString()}:${who}`)
}

const accepted = z.object({ id: z.string(), votes: z.number(), at: z.number() })

/**
 * Adds a payment to the list and counts the votes of earlier ones: of two concurrent payments one sees the
 * other.
 */
async function votesAccepted(on: Queryable, key: string, own: string): Promise<number> {
  const answers = await redis().multi().rpush(key, own).lrange(key, 0, -1).expire(key, COUNTS_SECONDS).exec()
  const all = z.array(z.string()).parse(answers?.[1]?.[1])
  const { id } = accepted.parse(JSON.parse(own))
  const since = addSeconds(now(), -COUNTS_SECONDS).getTime()
  const before = all
    .slice(0, all.lastIndexOf(own))
    .map((text) => accepted.parse(JSON.parse(text)))
    .filter((one) => one.id !== id && one.at >= since)
  const told = await receiptsTold(
    on,
    before.map((one) => one.id),
  )
  // M-Pesa may ask twice about a payment.
  const once = new Map(before.filter((one) => !told.has(one.id)).map((one) => [one.id, one.votes]))
  return [...once.values()].reduce((sum, votes) => sum + votes, 0)
}

/** Which of these payments are booked: their votes are already in the books. */
async function receiptsTold(on: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await kysely(on)
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('receipt', 'in', ids)
    .execute()
  return new Set(found.map(({ receipt }) => receipt))
}
