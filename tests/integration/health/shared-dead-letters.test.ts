// While PostgreSQL or the object store is away, what comes by the clock or a sweep fails by the dozen, and nobody has to act on it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runUnlessRunning } from '#lib/core/advisory-lock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { workPayoutsJob } from '#lib/domain/payouts/jobs.ts'
import { readTrackJob } from '#lib/domain/tracks/jobs.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { createPerson } from '#tests/support/people.ts'
import { mp3Of } from '#tests/support/sound-files.ts'
import { addUnreadTrack } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

const ends: (() => Promise<void>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(() => {
  ends.push(startConsumers())
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})
afterEach(async () => {
  const deadLetters = await queue('dead-letter').getJobs(['waiting'])
  await Promise.all(deadLetters.map((deadLetter) => deadLetter.remove()))
})

const deadLetterIds = async () =>
  (await queue('dead-letter').getJobs(['waiting'])).flatMap(({ id }) => id ?? []).sort()
const failures = () => queue('housekeeping').getFailedCount()

/** Has it run five times a second. What it carries says whether it fails. */
const runOften = (id: string, outcome: 'fails' | 'succeeds') =>
  queue('housekeeping').upsertJobScheduler(
    id,
    { every: 200 },
    { name: deleteFilesJob.name, data: outcome === 'fails' ? {} : { files: [] }, opts: { attempts: 1 } },
  )

describe('what comes by the clock', () => {
  test('leaves one dead letter of the newest failure, which goes when it succeeds, and no other does', async () => {
    const own = await queue('housekeeping').add(deleteFilesJob.name, {}, { attempts: 1 })
    await until('that of another job', async () => (await deadLetterIds()).length > 0)
    const before = await failures()
    await runOften('of-a-test', 'fails')
    const failedAt = async () => (await queue('dead-letter').getJob('housekeeping-of-a-test'))?.data.failedAt
    const first = await until('the first dead letter', failedAt)
    await until('it fails thrice', async () => (await failures()) > before + 2)
    await until('the newest is told', async () => ((await failedAt()) ?? first) !== first)
    await queue('housekeeping').removeJobScheduler('of-a-test')
    const both = [`housekeeping-${own.id}`, 'housekeeping-of-a-test'].sort().join()
    await until('there are two dead letters', async () => (await deadLetterIds()).join() === both)
    const done = await queue('housekeeping').getCompletedCount()
    await runOften('of-a-test', 'succeeds')
    await until('it succeeds', async () => (await queue('housekeeping').getCompletedCount()) > done + 1)
    await queue('housekeeping').removeJobScheduler('of-a-test')
    expect(await deadLetterIds()).toEqual([`housekeeping-${own.id}`])
  })

  test('leaves a dead letter of each time where the next time does not make good what it has missed', async () => {
    await runOften('pull-statement-nightly', 'fails')
    await until('two dead letters', async () => (await deadLetterIds()).length > 1)
    await queue('housekeeping').removeJobScheduler('pull-statement-nightly')
  })

  test('has not succeeded where it ends because another turn runs', async () => {
    const deadLetter = 'payments-work-payouts'
    await queue('dead-letter').add(workPayoutsJob.name, {}, { jobId: deadLetter })
    const completed = () => queue('payments').getCompletedCount()
    const before = await completed()
    await runUnlessRunning(workPayoutsJob.name, async () => {
      await queue('payments').upsertJobScheduler(
        'work-payouts',
        { every: 200 },
        { name: workPayoutsJob.name, data: {}, opts: { attempts: 1 } },
      )
      await until('two have come', async () => (await completed()) > before + 1)
      expect(await deadLetterIds()).toEqual([deadLetter])
    })
    await until('a turn has succeeded', async () => (await deadLetterIds()).length === 0)
    await queue('payments').removeJobScheduler('work-payouts')
  })
})

test('a track that is ordered to be read again and again has one dead letter, until it is read', async () => {
  const musician = (await createPerson('copyright_owner')).id
  const { id, at } = await addUnreadTrack(musician, mp3Of(3))
  const read = () => queue('housekeeping').add(readTrackJob.name, { trackId: id }, { attempts: 1 })
  // A key that the store does not take.
  await rows(db(), `UPDATE track SET object_key = repeat('x', 2000) WHERE id = $1`, [id])
  const before = await failures()
  await Promise.all([read(), read()])
  await until('both have failed', async () => (await failures()) === before + 2)
  await until('the dead letter', async () => (await deadLetterIds()).length > 0)
  expect(await deadLetterIds()).toEqual([`housekeeping-read-track-${id}`])
  await rows(db(), 'UPDATE track SET object_key = $2 WHERE id = $1', [id, at.key])
  await read()
  await until('it is gone', async () => (await deadLetterIds()).length === 0)
})
