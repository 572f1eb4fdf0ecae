import { now } from '#lib/core/clock.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { mailLinkJob } from './jobs.ts'
import { countMail } from './mail-tries.ts'
import type { LinkPurpose } from './schema.ts'

/**
 * Enqueues the mail, which goes out after the commit, if an account or pending registration has this email.
 */
export async function requestLink(tx: Tx, email: string, purpose: LinkPurpose): Promise<void> {
  await enqueue(tx, mailLinkJob, { email, purpose, requestedAt: now().toISOString() })
}

/**
 * Called by anonymous users: known and unknown emails take the same path and time.
 * @param address the caller's
 * @throws RateLimitedError at the mail limit of email and network
 */
export async function askForLink(
  email: string,
  purpose: 'verify_email' | 'reset_password',
  address: string,
): Promise<void> {
  await countMail({ kind: purpose === 'verify_email' ? 'verification' : 'reset', email, address })
  await transaction((tx) => requestLink(tx, email, purpose))
}
