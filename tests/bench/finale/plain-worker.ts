// The plain build's worker: a job per callback, a Prisma transaction per job, a message per vote.
import { PrismaPg } from '@prisma/adapter-pg'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { PrismaClient } from '#lib/core/generated/prisma/client.ts'
import { creditPlainly, readSharedAccounts } from '../settlement/plain-credit.ts'

type Callback = { gift: string; body: { Body: { stkCallback: { ResultCode: number } } } }

const AT_A_TIME = 10
const { PLAIN_DATABASE_URL, PLAIN_REDIS_URL = '' } = process.env
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: PLAIN_DATABASE_URL, max: AT_A_TIME }),
})
const accounts = await readSharedAccounts(prisma)
const redis = new Redis(PLAIN_REDIS_URL)

async function settle({ gift: id, body }: Callback): Promise<void> {
  if (body.Body.stkCallback.ResultCode !== 0) return
  const { videoId, voteCount } = await prisma.gift.findUniqueOrThrow({ where: { intentId: id } })
  const votes = await prisma.$transaction(async (tx) => {
    const { voteCount: counted } = await tx.video.update({
      where: { id: videoId },
      data: { voteCount: { increment: voteCount } },
    })
    // Stores the vote's position in M-Pesa's result code: the bench reads it there.
    await creditPlainly(tx, id, accounts, { resultCode: String(counted) })
    return counted
  })
  await redis.publish('plain:votes', JSON.stringify({ video: videoId, votes }))
}

const worker = new Worker<Callback>('callbacks', ({ data }) => settle(data), {
  prefix: 'plain',
  connection: new Redis(PLAIN_REDIS_URL, { maxRetriesPerRequest: null }),
  concurrency: AT_A_TIME,
})
worker.on('error', (error) => console.error(error.message))
worker.on('failed', (_, error) => console.error(error.message))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
