import type { Prisma, PrismaClient } from '#lib/core/generated/prisma/client.ts'

/** Accounts that all payments change. */
export interface SharedAccounts {
  readonly collection: bigint
  readonly revenue: bigint
}

export async function readSharedAccounts(prisma: PrismaClient): Promise<SharedAccounts> {
  const find = (kind: string) => prisma.account.findFirstOrThrow({ where: { kind, ownerId: null } })
  const [collection, revenue] = await Promise.all([find('mpesa_collection'), find('platform_revenue')])
  return { collection: collection.id, revenue: revenue.id }
}

/** Naive credit of one payment: payment, transfer, four entries, four balances. */
export async function creditPlainly(
  tx: Prisma.TransactionClient,
  id: string,
  { collection, revenue }: SharedAccounts,
  more: Prisma.PaymentIntentUpdateInput = {},
): Promise<void> {
  const { amount, gift } = await tx.paymentIntent.findUniqueOrThrow({
    where: { id },
    include: { gift: true },
  })
  if (!gift) throw new Error(`Payment ${id} is for nothing.`)
  const moment = new Date()
  await tx.paymentIntent.update({ where: { id }, data: { state: 'credited', settledAt: moment, ...more } })
  const journal = await tx.journal.create({
    data: {
      idempotencyKey: `payment:${id}`,
      type: 'gift',
      sourceType: 'payment_intent',
      sourceId: id,
      actor: 'bench',
      occurredAt: moment,
    },
  })
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
