// Credits payments as one does it without much thought: an interactive transaction of Prisma for each, statement after
// statement, four of them at a time as settlement has it. Neither inbox, receipts, votes nor outbox: `settlement-prisma.ts <payments>`.
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#lib/core/generated/prisma/client.ts'
import { fillInbox } from './settlement/fill.ts'
import { creditPlainly, readSharedAccounts } from './settlement/plain-credit.ts'

const payments = Number(process.argv[2])
const atATime = 4

const connectionString = process.env.DATABASE_URL
const owner = new pg.Client({ connectionString })
await owner.connect()
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: atATime }) })
const accounts = await readSharedAccounts(prisma)

await credit(payments)
const seconds = await credit(payments)
console.log(JSON.stringify({ perSecond: payments / seconds }))
await prisma.$disconnect()
await owner.end()

async function credit(count: number): Promise<number> {
  await fillInbox(owner, count)
  const waiting = await prisma.paymentIntent.findMany({ where: { state: 'awaiting' }, select: { id: true } })
  const startedAt = performance.now()
  const clerks = Array.from({ length: atATime }, async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { id } = next
      await prisma.$transaction((tx) => creditPlainly(tx, id, accounts))
    }
  })
  await Promise.all(clerks)
  return (performance.now() - startedAt) / 1000
}
