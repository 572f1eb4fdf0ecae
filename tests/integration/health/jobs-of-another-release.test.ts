// While a release is rolled out, the workers of two releases take from the same queues, and one does not know all that the other
// asks for (docs/operations/deploy.md).
import { Queue, Worker } from 'bullmq'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { closeQueues, queue, queueNames } from '#lib/core/queue.ts'
import { closeRedis, connectRedis, redis, redisKey } from '#lib/core/redis.ts'
import { makeBackupJob, nightlyBackupJob } from '#lib/domain/backups/jobs.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'
import { keepSchedules, startSchedules } from '#workers/schedules.ts'

afterAll(async () => {
  await closeQueues()
  await closeRedis()
  await closeDb()
})

/** No test has the jobs, schedules or dead letters of another. */
afterEach(async () => {
  for (const one of queueNames) await queue(one).obliterate({ force: true })
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
  const [deadLetter] = await until('the dead letter', async () => {
    const found = await deadLetters()
    return found.length > 0 && found
  })
  expect(deadLetter?.data).toMatchObject({ name, error: `no handler for the job ${name}` })
  await end()
})

describe('the schedules of a newer release, after the way back', () => {
  const id = 'of-the-next-release'
  const yearly = { pattern: '0 0 1 1 *' }
  const schedulesOf = async (from: Queue) => (await from.getJobSchedulers()).map(({ key }) => key)
  const queuesWithIt = async () => {
    const found = await Promise.all(
      queueNames.map(async (one) => ((await schedulesOf(queue(one))).includes(id) ? [one] : [])),
    )
    return found.flat()
  }
  /** What its worker says of itself with each sweep. */
  const list = (secondsAgo: number) =>
    redis().zadd(redisKey('schedules'), String(Date.now() - secondsAgo * 1_000), `housekeeping ${id}`)

  test('go in every queue, and nobody else’s do', async () => {
    const elsewhere = new Queue('housekeeping', {
      connection: connectRedis(),
      prefix: `${env.REDIS_PREFIX}-of-another:bull`,
    })
    for (const one of [...queueNames.map(queue), elsewhere])
      await one.upsertJobScheduler(id, yearly, { name })
    await startSchedules()
    expect(await queuesWithIt()).toEqual([])
    expect(await schedulesOf(elsewhere)).toEqual([id])
    expect(await schedulesOf(queue('payments'))).toHaveLength(6)
    expect(await schedulesOf(queue('housekeeping'))).toContain('nightly-backup')
    await elsewhere.removeJobScheduler(id)
    await elsewhere.close()
  })

  test('stay while one of its workers runs beside this one, and for a minute', async () => {
    for (const secondsAgo of [0, 50]) {
      await queue('housekeeping').upsertJobScheduler(id, yearly, { name })
      await list(secondsAgo)
      await startSchedules()
      await keepSchedules()
      expect(await queuesWithIt()).toEqual(['housekeeping'])
    }
    await list(61)
    await keepSchedules()
    expect(await queuesWithIt()).toEqual([])
  })

  test('this one’s are listed, and come back within a sweep where somebody has removed them', async () => {
    await startSchedules()
    await queue('housekeeping').removeJobScheduler('seal-audit')
    await keepSchedules()
    expect(await schedulesOf(queue('housekeeping'))).toContain('seal-audit')
    const listed = await redis().zrangebyscore(redisKey('schedules'), '-inf', '+inf')
    expect(listed).toContain('housekeeping seal-audit')
  })

  test('that of the night runs at the next start where its time passed without a worker', async () => {
    const housekeeping = queue('housekeeping')
    const made = async () =>
      (await housekeeping.getJobs(['waiting'])).filter(({ id }) => id?.includes('-missed-'))
    await startSchedules()
    expect(await made()).toEqual([])
    // Due a second ago, and again each second: no worker runs here.
    await housekeeping.upsertJobScheduler(
      'nightly-backup',
      { pattern: '* * * * * *' },
      { name: nightlyBackupJob.name },
    )
    const due = (await housekeeping.getJobScheduler('nightly-backup'))?.next ?? 0
    await until('its time has passed', () => Date.now() > due)
    await Promise.all([startSchedules(), startSchedules()])
    expect((await made()).map((job) => job.name)).toEqual([nightlyBackupJob.name])
    for (const job of await made()) await job.remove()
  })

  test('leave no dead letter of a job that came by them', async () => {
    const deadLetterIds = async () => (await deadLetters()).map(({ id }) => id)
    const before = await deadLetterIds()
    const left = async () =>
      (await queue('housekeeping').getJobs()).filter(
        (job) => job.name === 'by-a-schedule-of-the-next-release',
      )
    await list(0)
    await queue('housekeeping').upsertJobScheduler(
      id,
      { every: 500 },
      { name: 'by-a-schedule-of-the-next-release' },
    )
    const end = startConsumers()
    await until('several were put back', async () => (await left()).length > 2)
    await list(61)
    await keepSchedules()
    await until('none waits any more', async () =>
      (await Promise.all((await left()).map((job) => job.isCompleted()))).every(Boolean),
    )
    await end()
    expect(await deadLetterIds()).toEqual(before)
  })
})

test('what comes by the clock is tried as often as its job says', async () => {
  await startSchedules()
  const nightly = await queue('housekeeping').getJobScheduler('nightly-backup')
  expect(nightly?.template?.opts).toMatchObject({
    attempts: nightlyBackupJob.attempts,
    backoff: { type: 'exponential', delay: 1_000 },
  })
  expect(nightlyBackupJob.attempts).toBe(makeBackupJob.attempts)
})
