// Credits payments as one does it without much thought: an interactive transaction of Prisma for each, statement after
// statement, four of them at a time as settlement has it. Neither inbox, receipts, votes nor outbox: `settlement-prisma.ts <payments>`.
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#lib/core/generated/prisma/client.ts'
import { fillInbox } from './settlement/fill.ts'

const payments = Number(process.argv[2])
const atATime = 4

const connectionString = process.env.DATABASE_URL
const owner = new pg.Client({ connectionString })
await owner.connect()
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: atATime }) })
const collection = await accountOf('mpesa_collection', null)
const revenue = await accountOf('platform_revenue', null)

await credit(payments)
const seconds = await credit(payments)
console.log(JSON.stringify({ perSecond: payments / seconds }))
await prisma.$disconnect()
await owner.end()

async function accountOf(kind: string, ownerId: string | null): Promise<bigint> {
  const { id } = await prisma.account.findFirstOrThrow({ where: { kind, ownerId, shard: 0 } })
  return id
}

async function credit(count: number): Promise<number> {
  await fillInbox(owner, count)
  const waiting = await prisma.paymentIntent.findMany({ where: { state: 'awaiting' }, select: { id: true } })
  const startedAt = performance.now()
  const clerks = Array.from({ length: atATime }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await creditOne(next.id)
  })
  await Promise.all(clerks)
  return (performance.now() - startedAt) / 1000
}

/** The payment, its transfer, four entries, four balances: one account is everybody's. */
function creditOne(id: string): Promise<void> {
  return prisma.$transaction(async (tx) => {
    const { amount, gift } = await tx.paymentIntent.findUniqueOrThrow({
      where: { id },
      include: { gift: true },
    })
    if (!gift) throw new Error(`Payment ${id} is for nothing.`)
    const moment = new Date()
    await tx.paymentIntent.update({ where: { id }, data: { state: 'credited', settledAt: moment } })
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
    // In id order, or two of them wait for each other.
    for (const share of shares.sort((a, b) => Number(a.accountId - b.accountId))) {
      const { posted } = await tx.account.update({
        where: { id: share.accountId },
        data: { posted: { increment: share.amount }, version: { increment: 1 } },
      })
      entries.push({ ...share, journalId: journal.id, balanceAfter: posted })
    }
    await tx.entry.createMany({ data: entries })
  })
}
