import type { Prisma, PrismaClient } from '#lib/core/generated/prisma/client.ts'

/** Accounts that all payments change. */
export async function readSharedAccounts(prisma: PrismaClient) {
  const find = (kind: string) => prisma.account.findFirstOrThrow({ where: { kind, ownerId: null } })
  return { collection: (await find('mpesa_collection')).id, revenue: (await find('platform_revenue')).id }
}

/** Naive credit of one payment: payment, transfer, four entries, four balances. */
export async function creditPlainly(
  tx: Prisma.TransactionClient,
  id: string,
  { collection, revenue }: Awaited<ReturnType<typeof readSharedAccounts>>,
  more: Prisma.PaymentIntentUpdateInput = {},
): Promise<void> {
  const { amount, gift } = await tx.paymentIntent.findUniqueOrThrow({
    where: { id },
    include: { gift: true },
  })
  if (!gift) throw new Error(`Payment ${id} is for nothing.`)
  const occurredAt = new Date()
  await tx.paymentIntent.update({
    where: { id },
    data: { state: 'credited', settledAt: occurredAt, ...more },
  })
  const of = { type: 'gift', sourceType: 'payment_intent', sourceId: id, actor: 'bench' }
  const journal = await tx.journal.create({ data: { idempotencyKey: `payment:${id}`, ...of, occurredAt } })
  const shares = [
    { accountId: collection, amount: -amount },
    { accountId: revenue, amount: (amount * 40n) / 100n },
    { accountId: gift.dancerAccountId, amount: (amount * 30n) / 100n },
    { accountId: gift.musicianAccountId, amount: (amount * 30n) / 100n },
  ]
  const entries = []
  // In order of id, which avoids deadlocks.
  for (const share of shares.sort((a, b) => Number(a.accountId - b.accountId))) {
    const { posted } = await tx.account.update({
      where: { id: share.accountId },
      data: { posted: { increment: share.amount }, version: { increment: 1 } },
    })
    entries.push({ ...share, journalId: journal.id, balanceAfter: posted })
  }
  await tx.entry.createMany({ data: entries })
}
