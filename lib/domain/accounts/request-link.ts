import { now } from '#lib/core/clock.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { mailLinkJob } from './jobs.ts'
import { countMail } from './mail-tries.ts'
import type { LinkPurpose } from './schema.ts'

/** Has a link mailed to whoever has this email, once the transaction has committed. */
export async function requestLink(tx: Tx, email: string, purpose: LinkPurpose): Promise<void> {
  await enqueue(tx, mailLinkJob, { email, purpose, requestedAt: now().toISOString() })
}

/**
 * The same where anybody asks; known and unknown emails take the same way and time.
 * @param address the caller's
 * @throws RateLimitedError where no further mail is sent to the email for this network
 */
export async function askForLink(
  email: string,
  purpose: 'verify_email' | 'reset_password',
  address: string,
): Promise<void> {
  await countMail({ kind: purpose === 'verify_email' ? 'verification' : 'reset', email, address })
  await transaction((tx) => requestLink(tx, email, purpose))
}
