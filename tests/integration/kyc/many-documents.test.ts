// Documents fill memory when they are opened: how many are, at once and in an hour.
import { Worker } from 'bullmq'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis, connectRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { readQueues } from '#lib/domain/health/queries.ts'
import { checkDocumentJob } from '#lib/domain/kyc/jobs.ts'
import { inTurn } from '#lib/domain/uploads/check-file.ts'
import { drawStillsJob } from '#lib/domain/videos/jobs.ts'
import { makeFile, putFile } from '#tests/support/files.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const initiate = await loadRoute(contract.kyc.initiateUpload)
const complete = await loadRoute(contract.kyc.completeUpload)

test('a document waits its turn, is asked for again where too many wait, and stays to be completed', async () => {
  const dancer = await signInAs('dancer')
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 6 }, () => inTurn(() => end))
  const file = makeFile('image/jpeg')
  const body = {
    document_type: 'id_front',
    file_name: 'front.jpg',
    file_size: file.byteLength,
    mime_type: 'image/jpeg',
  }
  const opened = await send(initiate.POST, { method: 'POST', access: dancer.access, body })
  const { session_id: id, upload_url } = await opened.json()
  await putFile(upload_url, file, 'image/jpeg')
  const finish = () => send(complete.POST, { method: 'POST', access: dancer.access, params: { id } })
  const busy = await finish()
  expect([busy.status, busy.headers.get('retry-after'), await busy.json()]).toEqual([
    503,
    '60',
    {
      error: 'We’re checking many documents right now. Please try again in a minute.',
      code: 'busy',
      retry_after: 60,
    },
  ])
  resolve()
  await Promise.all(waiting)
  expect((await finish()).status).toBe(200)
})

test('documents are completed 120 times an hour', async () => {
  const { access } = await signInAs('dancer')
  const finish = () => send(complete.POST, { method: 'POST', access, params: { id: newId() } })
  const statuses = new Set<number>()
  for (let n = 0; n < 120; n++) statuses.add((await finish()).status)
  expect([[...statuses], (await finish()).status]).toEqual([[404], 429])
})

test('a document does not wait behind the pictures of videos that were ordered before it', async () => {
  await transaction(async (tx) => {
    for (let n = 0; n < 3; n++) await enqueue(tx, drawStillsJob, { videoId: newId() })
  })
  await transaction((tx) => enqueue(tx, checkDocumentJob, { documentId: newId() }))
  expect(await readQueues()).toContainEqual(
    expect.objectContaining({ name: 'pictures', waiting: 4, oldest_age_s: expect.any(Number) }),
  )
  const order: string[] = []
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const take = async ({ name }: { name: string }) => {
    if (order.push(name) === 4) resolve()
  }
  const worker = new Worker('pictures', take, {
    connection: connectRedis(),
    prefix: `${env.REDIS_PREFIX}:bull`,
  })
  await done
  await worker.close()
  const { name: draw } = drawStillsJob
  expect(order).toEqual([checkDocumentJob.name, draw, draw, draw])
})
