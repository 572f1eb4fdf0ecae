import { now } from '#lib/core/clock.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import {
  claimKey,
  type KeyedWrite,
  RENEW_AFTER_MS,
  releaseKey,
  renewKey,
  storeAnswer,
} from '#lib/core/idempotency.ts'
import { sha256 } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'

const HEADER = 'Idempotency-Key'
const USABLE = /^[\x21-\x7e]{8,128}$/

/** @throws ValidationError unless the key has 8 to 128 visible characters */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get(HEADER)
  if (key === null) return null
  if (!USABLE.test(key)) throw new ValidationError({ [HEADER]: 'idempotency_key_length' })
  return key
}

/** Includes the account or a visitor's `session_id`, so that two people can choose the same key. */
export function keyedWrite(
  route: string,
  key: string,
  actor: Actor | null,
  input: { body?: unknown },
): KeyedWrite {
  return {
    route: `${route} ${actor?.id ?? `visitor ${sessionOf(input.body)}`}`,
    key,
    requestHash: sha256(JSON.stringify(input)),
    moment: now(),
  }
}

function sessionOf(body: unknown): string {
  const session =
    typeof body === 'object' && body !== null && 'session_id' in body ? String(body.session_id) : ''
  // Hashed, because the session id is a secret.
  return Buffer.from(sha256(session)).toString('hex')
}

export type StoredAnswer = { status: number; body: unknown }

/**
 * Stores the answer of a write for its retries. A failed write changed nothing, so its key is released.
 * @throws RuleError 422 for another request under the key, 409 while the first is running
 */
export async function answerOnce(write: KeyedWrite, run: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const known = await claimKey(write)
  if (known.state === 'answered') return known
  if (known.state === 'different') throw new RuleError('idempotency_key_reused', 422)
  if (known.state === 'running')
    throw new RuleError('request_in_progress', 409, {
      retry_after: 1,
    })
  const claim = renewWhileRunning(write)
  const answer = await run().catch(async (error: unknown) => {
    await releaseKey(await claim.end()).catch((failure: Error) =>
      log.warn({ err: failure.message }, 'key not released'),
    )
    throw error
  })
  // The write has succeeded, so the caller gets the answer even if storing it fails.
  await storeAnswer(await claim.end(), answer.status, answer.body).catch((failure: Error) =>
    log.error({ err: failure.message, route: write.route }, 'answer not kept'),
  )
  return answer
}

/** Renews the claim, so that other processes cannot take the key while this one lives. */
function renewWhileRunning(write: KeyedWrite): { end: () => Promise<KeyedWrite> } {
  let claimed = Promise.resolve(write)
  const timer = setInterval(() => {
    claimed = claimed.then((held) =>
      renewKey(held, now()).catch((failure: Error) => {
        log.warn({ err: failure.message }, 'key not renewed')
        return held
      }),
    )
  }, RENEW_AFTER_MS)
  return {
    end: () => {
      clearInterval(timer)
      return claimed
    },
  }
}
