// While a release is rolled out, the workers of two releases take from the same queues, and one does not know all that the other
// asks for (docs/operations.md, Deploy).
import { Worker } from 'bullmq'
import { afterAll, expect, test } from 'vitest'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis, connectRedis } from '#lib/core/redis.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

afterAll(async () => {
  await closeQueues()
  await closeRedis()
  await closeDb()
})

const name = 'a-job-of-the-next-release'
const deadLetters = () => queue('dead-letter').getJobs()

test('a job that this worker does not know waits for one that does, and has lost no try', async () => {
  const end = startConsumers()
  const job = await queue('housekeeping').add(name, { what: 'something new' }, { attempts: 1 })
  await until('the job was put back', () => job.isDelayed())
  await end()
  const { promise: done, resolve } = Promise.withResolvers<unknown>()
  const next = new Worker('housekeeping', async ({ data }) => resolve(data), {
    connection: connectRedis(),
    prefix: `${env.REDIS_PREFIX}:bull`,
  })
  expect(await done).toEqual({ what: 'something new' })
  await next.close()
  expect(await deadLetters()).toEqual([])
})

test('a job that nobody has known for an hour is given up, where people see it', async () => {
  const end = startConsumers()
  await queue('housekeeping').add(name, {}, { timestamp: Date.now() - 2 * 3_600_000 })
  const [letter] = await until('the dead letter', async () => {
    const letters = await deadLetters()
    return letters.length > 0 && letters
  })
  expect(letter?.data).toMatchObject({ name, error: `no handler for the job ${name}` })
  await end()
})
