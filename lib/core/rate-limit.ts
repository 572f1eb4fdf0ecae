import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from './env.ts'
import { RateLimitedError } from './errors.ts'
import { signHex } from './ids.ts'
import { processSingleton } from './process-singleton.ts'
import { redis, redisKey } from './redis.ts'

/** Allows at most `points` in `seconds` for each key. The name has to be unique to the rule. */
export type RateRule = { readonly name: string; readonly points: number; readonly seconds: number }

/**
 * Returns a key for what a limit counts by: emails, phones, receipts. Redis shows its keys to whoever may look, so nothing of them is
 * in it.
 * @param kind tells the same text as a phone from the same text as a receipt
 */
export function hiddenKey(kind: string, ...values: string[]): string {
  return signHex(env.AUTH_SECRET, `limit:${kind}:${values.join(':')}`, 32)
}

type Limiters = { shared: RateLimiterRedis; memory: RateLimiterMemory }

const limiters = processSingleton('rate-limiters', () => new WeakMap<Redis, Map<string, Limiters>>())

/**
 * Takes points from a key's allowance. All processes share the count through Redis. While Redis does not answer, each process
 * counts by itself, so that a limit never becomes an outage.
 * @throws RateLimitedError when they are used up
 */
export async function takePoints(rule: RateRule, key: string, points = 1): Promise<void> {
  try {
    await limiterOf(rule).consume(key, points)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new RateLimitedError(refusal.msBeforeNext / 1000)
    throw refusal
  }
}

/** Gives points back, for something that should not count after all. */
export async function returnPoints(rule: RateRule, key: string, points = 1): Promise<void> {
  await limiterOf(rule).reward(key, points)
}

/** Resets a key's allowance. */
export async function resetPoints(rule: RateRule, key: string): Promise<void> {
  await limiterOf(rule).delete(key)
}

// While ioredis waits between attempts to connect, a command would wait for its timeout, which helps nobody.
const away = new Set(['reconnecting', 'close', 'end'])

function limiterOf(rule: RateRule): RateLimiterRedis | RateLimiterMemory {
  const client = redis()
  const { shared, memory } = openLimiters(client, rule)
  return away.has(client.status) ? memory : shared
}

function openLimiters(client: Redis, rule: RateRule): Limiters {
  const known = limiters.get()
  let ofClient = known.get(client)
  if (!ofClient) {
    ofClient = new Map()
    known.set(client, ofClient)
  }
  const id = `${rule.name}:${rule.points}:${rule.seconds}`
  let found = ofClient.get(id)
  if (!found) {
    const options = { points: rule.points, duration: rule.seconds, keyPrefix: redisKey(`rate:${rule.name}`) }
    const memory = new RateLimiterMemory(options)
    found = {
      memory,
      shared: new RateLimiterRedis({ ...options, storeClient: client, insuranceLimiter: memory }),
    }
    ofClient.set(id, found)
  }
  return found
}
