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

// M-Pesa asks before it takes a Paybill payment, and tells seconds later that it has. In between the payment is in Redis alone,
// which all web processes share.

/** For so long an accepted payment counts that M-Pesa has not told of, in seconds. */
const COUNTS_SECONDS = 120

/** A payment by Paybill that M-Pesa asks about. */
export type AskedGift = {
  readonly videoId: string
  /** The payer's, as M-Pesa reports it. */
  readonly phone: string | null
  readonly votes: number
  /** A moment of the day that its votes are of. */
  readonly dayOf: Date
  /** The receipt that it will have; null where M-Pesa names none. */
  readonly receipt: string | null
}

/**
 * Judges a payment together with those of its phone for its video that were accepted within two minutes and are not in the books
 * yet. If it may be taken it is one of them from now on. Without Redis none is known: the payment is accepted, and what is too
 * much is held for two people, because to refuse every payer would be worse.
 * @param judge reads the books and gives the verdict where the phone has so many votes more. The list is read before: a payment
 *   that M-Pesa tells of meanwhile counts twice for this moment, and never not at all
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

/** Null for a masked phone, which is nobody in particular: its votes are never refused for their number. */
function keyOf({ videoId, phone, dayOf }: AskedGift): string | null {
  const payer = readReportedPhone(phone)
  if (payer.kind === 'nothing' || payer.kind === 'mask') return null
  const who = hiddenKey('phone', payer.kind === 'hash' ? payer.hash : phoneHash(payer.phone))
  return redisKey(`paybill-accepted:${videoId}:${nairobiDayStart(dayOf).toISOString()}:${who}`)
}

const accepted = z.object({ id: z.string(), votes: z.number(), at: z.number() })

/** Adds a payment to the list, and counts the votes of those before it: two that are asked about at once never both pass over the other. */
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

/** Those of which the books know: their votes are counted by them. */
async function receiptsTold(on: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await kysely(on)
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('receipt', 'in', ids)
    .execute()
  return new Set(found.map(({ receipt }) => receipt))
}
