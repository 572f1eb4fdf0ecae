import { env } from '#lib/core/env.ts'
import { newSecret, sha256 } from '#lib/core/ids.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { redis, redisKey } from '#lib/core/redis.ts'
import { oauthAnswer } from '#lib/daraja/answers.ts'
import { callDaraja } from './http.ts'

// A new token ends the previous one, so all workers share one in Redis.

const LOCK_SECONDS = 20
const RENEW_BEFORE_SECONDS = 120
const WAIT_MS = 100

/** Longest wait for a token, without Redis's time: another worker's renewal, then our own. */
export const LONGEST_TOKEN_MS = 2 * env.MPESA_TIMEOUT_MS

/** There is no token, so the request was not sent to M-Pesa. */
export class NoTokenError extends Error {}

const release = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`

/**
 * @param stale a token that M-Pesa has refused
 * @throws NoTokenError if M-Pesa or Redis gives none in time
 */
export async function accessToken(stale?: string): Promise<string> {
  try {
    return await (stale === undefined ? tokenOfMany() : sharedToken(stale))
  } catch (error) {
    if (error instanceof NoTokenError || !(error instanceof Error)) throw error
    // Redis is unreachable, so no request reached M-Pesa: the caller may retry.
    throw new NoTokenError(error.message)
  }
}

const looking = processSingleton('mpesa-token', () => ({ look: null as Promise<string> | null }))

/** Concurrent calls share one lookup. */
function tokenOfMany(): Promise<string> {
  const state = looking.get()
  state.look ??= sharedToken(undefined).finally(() => {
    state.look = null
  })
  return state.look
}

async function sharedToken(stale: string | undefined): Promise<string> {
  const key = redisKey(`mpesa:token:${fingerprint()}`)
  const deadline = performance.now() + env.MPESA_TIMEOUT_MS
  while (performance.now() < deadline) {
    const held = await redis().get(key)
    if (held && held !== stale) return held
    const mine = newSecret()
    const locked = await redis().set(`${key}:lock`, mine, 'EX', LOCK_SECONDS, 'NX')
    if (locked) {
      try {
        // If the previous lock holder has renewed the token, a second renewal would end that one.
        const renewed = await redis().get(key)
        return renewed && renewed !== stale ? renewed : await renew(key)
      } finally {
        await redis().eval(release, 1, `${key}:lock`, mine)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  throw new NoTokenError('another worker has been renewing the token for too long')
}

async function renew(key: string): Promise<string> {
  const basic = Buffer.from(`${env.MPESA_CONSUMER_KEY}:${env.MPESA_CONSUMER_SECRET}`).toString('base64')
  const answer = await callDaraja('/oauth/v1/generate?grant_type=client_credentials', {
    method: 'GET',
    authorization: `Basic ${basic}`,
  })
  if (answer.kind !== 'answered') throw new NoTokenError(answer.reason)
  const token = oauthAnswer.safeParse(answer.body)
  if (!token.success) throw new NoTokenError(`status ${answer.status}`)
  const seconds = Math.max(1, Math.floor(token.data.expires_in) - RENEW_BEFORE_SECONDS)
  await redis().set(key, token.data.access_token, 'EX', seconds)
  return token.data.access_token
}

function fingerprint(): string {
  return Buffer.from(sha256(`${env.MPESA_BASE_URL} ${env.MPESA_CONSUMER_KEY}`))
    .toString('hex')
    .slice(0, 16)
}
