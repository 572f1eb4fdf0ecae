import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from './env.ts'
import { RateLimitedError } from './errors.ts'
import { signHex } from './ids.ts'
import { processSingleton } from './process-singleton.ts'
import { redis, redisKey } from './redis.ts'

/** `points` per `seconds` for each key. The name must be unique to the rule. */
export type RateRule = { readonly name: string; readonly points: number; readonly seconds: number }

/**
 * Hides the email, phone or receipt: operators can read keys in Redis.
 * @param kind tells equal texts of different kinds apart
 */
export function hiddenKey(kind: string, ...values: string[]): string {
  return signHex(env.AUTH_SECRET, `limit:${kind}:${values.join(':')}`, 32)
}

type Limiters = { shared: RateLimiterRedis; memory: RateLimiterMemory }

const limiters = processSingleton('rate-limiters', () => new WeakMap<Redis, Map<string, Limiters>>())

/**
 * Takes points from a key's allowance, shared through Redis. Without Redis each process counts alone: a limit
 * must not become an outage.
 * @throws RateLimitedError
 */
export async function takePoints(rule: RateRule, key: string, points = 1): Promise<void> {
  try {
    await limiterOf(rule).consume(key, points)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new RateLimitedError(refusal.msBeforeNext / 1000)
    throw refusal
  }
}

export async function returnPoints(rule: RateRule, key: string, points = 1): Promise<void> {
  await limiterOf(rule).reward(key, points)
}

export async function resetPoints(rule: RateRule, key: string): Promise<void> {
  await limiterOf(rule).delete(key)
}

// States in which a process counts alone: a command would wait for its timeout while ioredis reconnects.
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
