import { db, firstRow } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { deliver, findRecipient } from '#lib/domain/mail/deliver.ts'
import { cancelToken } from './cancel.ts'
import { isCancellable } from './policy.ts'
import type { Payout } from './schema.ts'

type MailedRow = Pick<Payout, 'ownerId' | 'reference' | 'amount' | 'state' | 'isHeld'> & { phone: string }

/**
 * The worker's part of `requestWithdrawal`: tells the owner, with the link that calls it off as long as it is not sent.
 * @throws Error where the mail server is away
 */
export async function mailWithdrawal(job: { mailId: string; payoutId: string }): Promise<void> {
  const payout = await firstRow<MailedRow>(
    db(),
    `SELECT owner_id AS "ownerId", reference, amount, state::text, is_held AS "isHeld", phone FROM payout WHERE id = $1`,
    [job.payoutId],
  )
  const to = payout && (await findRecipient(payout.ownerId))
  // So late that the link is good for nothing: the next mail tells how it ended.
  if (!to || !isCancellable(payout)) return
  const { reference, phone } = payout
  const data = { token: cancelToken(job.payoutId), reference, phone, amount: toShillings(payout.amount) }
  await deliver(job.mailId, 'withdrawal_requested', data, to)
}
