import { now } from '#lib/core/clock.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import {
  claimKey,
  type KeyedWrite,
  keepAnswer,
  RENEW_AFTER_MS,
  releaseKey,
  renewKey,
} from '#lib/core/idempotency.ts'
import { sha256 } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'

const HEADER = 'Idempotency-Key'
const USABLE = /^[\x21-\x7e]{8,128}$/

/** @throws ValidationError where the header is there and not 8 to 128 visible characters */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get(HEADER)
  if (key === null) return null
  if (!USABLE.test(key)) throw new ValidationError({ [HEADER]: ['Must be 8 to 128 characters.'] })
  return key
}

/**
 * A write as it is remembered. A key belongs to the account, or to the visitor's `session_id` of the body: two people may
 * choose the same key without meeting.
 */
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
  // Hashed, so that the session's secret is not kept beside its answers.
  return Buffer.from(sha256(session)).toString('hex')
}

export type KeptAnswer = { status: number; body: unknown }

/**
 * Runs a write once for its key; the same request again is given the first answer. A write that was refused or failed
 * changed nothing, so its key is free to be tried again.
 * @throws RuleError 422 for another request under the same key, 409 while the first is still running
 */
export async function answerOnce(write: KeyedWrite, run: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  const known = await claimKey(write)
  if (known.state === 'answered') return known
  if (known.state === 'different')
    throw new RuleError('idempotency_key_reused', 'This Idempotency-Key was used for another request.', 422)
  if (known.state === 'running')
    throw new RuleError(
      'request_in_progress',
      'The same request is being processed. Try again in a moment.',
      409,
      {
        retry_after: 1,
      },
    )
  const claim = keepClaimed(write)
  const answer = await run().catch(async (error: unknown) => {
    await releaseKey(await claim.end()).catch((failure: Error) =>
      log.warn({ err: failure.message }, 'key not released'),
    )
    throw error
  })
  // What was done is done: without its answer kept, the key stays taken, and the caller still hears of it.
  await keepAnswer(await claim.end(), answer.status, answer.body).catch((failure: Error) =>
    log.error({ err: failure.message, route: write.route }, 'answer not kept'),
  )
  return answer
}

/** Renews a claim for as long as its write runs: nobody takes it over while this process lives. */
function keepClaimed(write: KeyedWrite): { end: () => Promise<KeyedWrite> } {
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
