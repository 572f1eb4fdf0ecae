import { toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { deliver, findRecipient } from '#lib/domain/mail/deliver.ts'
import { cancelToken } from './cancel.ts'
import { isCancellable } from './policy.ts'

/**
 * Mails a link that cancels the withdrawal until it is sent.
 * @throws Error if the mail server does not answer
 */
export async function mailWithdrawal(job: { mailId: string; payoutId: string }): Promise<void> {
  const payout = await prisma().payout.findUnique({
    where: { id: job.payoutId },
    select: { ownerId: true, reference: true, amount: true, state: true, isHeld: true, phone: true },
  })
  const to = payout && (await findRecipient(payout.ownerId))
  // The link would be useless now; the next mail reports the outcome.
  if (!to || !isCancellable(payout)) return
  const { reference, phone } = payout
  const data = { token: cancelToken(job.payoutId), reference, phone, amount: toShillings(payout.amount) }
  await deliver(job.mailId, 'withdrawal_requested', data, to)
}
