import { toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { deliver, findRecipient } from '#lib/domain/mail/deliver.ts'
import { cancelToken } from './cancel.ts'
import { isCancellable } from './policy.ts'

/**
 * Tells the owner of a new withdrawal, with the link that cancels it as long as it is not sent.
 * @throws Error where the mail server is away
 */
export async function mailWithdrawal(job: { mailId: string; payoutId: string }): Promise<void> {
  const payout = await prisma().payout.findUnique({
    where: { id: job.payoutId },
    select: { ownerId: true, reference: true, amount: true, state: true, isHeld: true, phone: true },
  })
  const to = payout && (await findRecipient(payout.ownerId))
  // This mail is late and its link of no use any more: the next mail tells how the withdrawal ended.
  if (!to || !isCancellable(payout)) return
  const { reference, phone } = payout
  const data = { token: cancelToken(job.payoutId), reference, phone, amount: toShillings(payout.amount) }
  await deliver(job.mailId, 'withdrawal_requested', data, to)
}
