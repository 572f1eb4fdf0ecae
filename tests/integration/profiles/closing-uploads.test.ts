// What was put through the links of somebody who closes their account, and what a browser still puts there afterwards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage, headObject, putObject } from '#lib/core/storage.ts'
import { openDocumentParts, openDocumentUpload } from '#lib/domain/kyc/documents.ts'
import { deleteAccount } from '#lib/domain/profiles/delete-account.ts'
import { openUpload } from '#lib/domain/uploads/commands.ts'
import { PART_BYTES } from '#lib/domain/uploads/policy.ts'
import { PART_TYPE } from '#lib/domain/uploads/schema.ts'
import { sweepUploads } from '#lib/domain/uploads/sweep.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { makeFile, putFile } from '#tests/support/files.ts'
import { actorOf } from '#tests/support/overlaps.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

const ends: (() => unknown)[] = [closeStorage, closeDb, closeRedis, closeQueues]
beforeAll(() => {
  ends.push(startConsumers())
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const bytes = PART_BYTES + 600
const inStore = async (key: string) => (await headObject({ bucket: 'private', key })) !== null
const close = async (person: { access: string }) =>
  deleteAccount({ actor: await actorOf(person), password, address: '10.1.1.1' })

/** A document of two parts, of which the first is put. */
async function halfDocument(ownerId: string) {
  const opened = await openDocumentUpload(ownerId, {
    document_type: 'id_front',
    file_name: 'Amina of Kayole.pdf',
    file_size: bytes,
    mime_type: 'application/pdf',
  })
  const { parts } = await openDocumentParts(ownerId, opened.sessionId)
  const put = (number: number) => {
    const part = parts.find((one) => one.number === number)
    return putFile(part?.url ?? '', makeFile('application/pdf', part?.size), PART_TYPE)
  }
  expect(await put(1)).toBe(200)
  return { ...opened, put, keyOf: (number: number) => `${opened.uploadPath}.${number}` }
}

test('parts of a document are deleted at once, and those that come late with the end of their link', async () => {
  const person = await signInAs('dancer')
  const document = await halfDocument(person.user.id)
  expect(await inStore(document.keyOf(1))).toBe(true)
  await close(person)
  await until('the part is gone', async () => !(await inStore(document.keyOf(1))))
  expect(
    await rows(db(), 'SELECT status::text, file_name, details FROM upload_session WHERE user_id = $1', [
      person.user.id,
    ]),
  ).toEqual([{ status: 'refused', file_name: '', details: {} }])

  // Its browser knows nothing of the closing.
  expect(await document.put(2)).toBe(200)
  expect(await putFile(document.uploadUrl, makeFile('application/pdf', bytes), 'application/pdf')).toBe(200)
  await sweepUploads(addSeconds(now(), 2 * 3600 + 60))
  expect(await inStore(document.keyOf(2))).toBe(false)
  expect(await inStore(document.uploadPath)).toBe(false)
  expect(await rows(db(), 'SELECT 1 FROM upload_session WHERE user_id = $1', [person.user.id])).toEqual([])
})

test('a track that dancers danced to stays in the store, though its upload is swept', async () => {
  const musician = await signInAs('copyright_owner')
  const month = await openMonth()
  await addVideo(month, { musicianId: musician.user.id })
  await rows(db(), `UPDATE challenge SET phase = 'closed' WHERE id = $1`, [month.id])
  const key = `tracks/${newId()}`
  await putObject({ bucket: 'media', key }, { body: makeFile('audio/mpeg'), contentType: 'audio/mpeg' })
  await rows(db(), 'UPDATE track SET object_key = $2 WHERE musician_id = $1', [musician.user.id, key])
  const { sessionId } = await openUpload({
    ownerId: musician.user.id,
    kind: 'track',
    fileName: 'Kayole.mp3',
    fileSize: 600,
    mimeType: 'audio/mpeg',
  })
  await rows(
    db(),
    `UPDATE upload_session SET status = 'completed', stored_key = $2, completed_at = now() WHERE id = $1`,
    [sessionId, key],
  )
  await close(musician)
  expect(await sweepUploads(addSeconds(now(), 2 * 3600 + 60))).toBe(1)
  expect(await headObject({ bucket: 'media', key })).not.toBeNull()
})
