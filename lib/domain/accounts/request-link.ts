import { now } from '#lib/core/clock.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { mailLinkJob } from './jobs.ts'
import type { LinkPurpose } from './schema.ts'

/** Has a link mailed to whoever has this email, once the transaction has committed. */
export async function requestLink(tx: Tx, email: string, purpose: LinkPurpose): Promise<void> {
  await enqueue(tx, mailLinkJob, { email, purpose, requestedAt: now().toISOString() })
}

/** The same where nothing else happens; known and unknown emails take the same way and time. */
export async function askForLink(email: string, purpose: LinkPurpose): Promise<void> {
  await transaction((tx) => requestLink(tx, email, purpose))
}
