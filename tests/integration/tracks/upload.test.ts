import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage, headObject } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { forgetSettings } from '#lib/domain/settings/queries.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import { id3Tag, mp3Of, noise, wavOf } from '#tests/support/sound-files.ts'
import { setKyc } from '#tests/support/submissions.ts'
import { addTrack, readTrackRow } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'
import * as cancel from '../../../app/api/tracking/upload/[id]/cancel/route.ts'
import * as complete from '../../../app/api/tracking/upload/[id]/complete/route.ts'
import * as parts from '../../../app/api/tracking/upload/[id]/parts/route.ts'
import * as initiate from '../../../app/api/tracking/upload/initiate/route.ts'

const mp3 = mp3Of(2)
const ends: (() => Promise<void>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(() => {
  ends.push(startConsumers())
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function newMusician(kyc = 'approved'): Promise<SignedIn> {
  const musician = await signInAs('copyright_owner')
  await setKyc(musician.user.id, kyc)
  return musician
}

const file = (more: Record<string, unknown> = {}) => ({
  filename: 'Usiku_wa_Manane.mp3',
  file_size: mp3.byteLength,
  content_type: 'audio/mpeg',
  ...more,
})
const start = (who: SignedIn, body: unknown) =>
  send(initiate.POST, { method: 'POST', body, access: who.access })
const finish = (who: SignedIn, id: string, body: unknown = {}) =>
  send(complete.POST, { method: 'POST', params: { id }, body, access: who.access })
const giveUp = (who: SignedIn, id: string) =>
  send(cancel.POST, { method: 'POST', params: { id }, access: who.access })

/** Asks for a link and puts the bytes to it. @returns the session */
async function put(who: SignedIn, bytes: Uint8Array, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await start(who, file({ file_size: bytes.byteLength, ...more }))
  const { session_id, upload_url, content_type } = await answer.json()
  const headers = { 'content-type': content_type }
  const stored = await fetch(upload_url, { method: 'PUT', body: Buffer.from(bytes), headers })
  expect(stored.status).toBe(200)
  return session_id
}

const limitOf = (limit: number, count: number, toDelete: number) => ({
  error: `exceeded maximum limit of ${limit} audio tracks, delete ${toDelete} track(s)`,
  code: 'track_limit_reached',
  limit,
  count,
})
const tracksOf = async (who: SignedIn) =>
  (await rows(db(), 'SELECT 1 FROM track WHERE musician_id = $1', [who.user.id])).length

describe('an upload', () => {
  test('becomes a track that is read, with what was said about it', async () => {
    const musician = await newMusician()
    const words = { title: ' Usiku ', artist: 'Baraka', description: 'Benga', tags: 'benga, Kisumu' }
    const id = await put(musician, mp3, words)
    const answer = await finish(musician, id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      id,
      title: 'Usiku',
      artist: 'Baraka',
      description: 'Benga',
      tags: ['benga', 'Kisumu'],
      // The worker may have read it before the answer is written.
      status: expect.stringMatching(/^(?:processing|pending)$/),
      file_size: mp3.byteLength,
    })
    await until('it is read', async () => (await readTrackRow(id))?.status === 'pending')
    expect(await readTrackRow(id)).toMatchObject({ duration_seconds: 2 })
  })

  test('is named after its file and its musician where nothing was said, and may be described when complete', async () => {
    const musician = await newMusician()
    const plain = await put(musician, mp3, { content_type: '' })
    expect(await (await finish(musician, plain)).json()).toMatchObject({
      title: 'Usiku wa Manane',
      artist: 'Amina Wanjiru Odhiambo',
      tags: [],
    })
    const late = await put(musician, mp3, { filename: 'b.mp3', title: 'Before', tags: ['old'] })
    const said = { title: 'After', tags: '["new"]' }
    expect(await (await finish(musician, late, said)).json()).toMatchObject({ title: 'After', tags: ['new'] })
  })

  test('that is completed twice is one track', async () => {
    const musician = await newMusician()
    const id = await put(musician, mp3)
    const answers = await Promise.all([finish(musician, id), finish(musician, id)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect((await finish(musician, id)).status).toBe(200)
    expect(await tracksOf(musician)).toBe(1)
  })

  test('whose track was deleted is begun anew, where the device still remembers it', async () => {
    const musician = await newMusician()
    const id = await put(musician, mp3)
    const { access } = musician
    const ask = () => send(parts.POST, { method: 'POST', params: { id }, access })
    await finish(musician, id)
    expect(await (await ask()).json()).toMatchObject({ parts: [{ url: '', is_stored: true }] })
    await db().query('DELETE FROM track WHERE id = $1', [id])
    expect((await ask()).status).toBe(404)
  })

  test('with a large picture in its tags is an MP3', async () => {
    const musician = await newMusician()
    const tagged = Buffer.concat([id3Tag({ TIT2: 'x'.repeat(60_000) }), mp3])
    const id = await put(musician, tagged)
    expect((await finish(musician, id)).status).toBe(200)
    await until('it is read', async () => (await readTrackRow(id))?.status === 'pending')
  })

  test('with other bytes before its first frame is an MP3', async () => {
    const musician = await newMusician()
    const id = await put(musician, Buffer.concat([noise(60_000), mp3]))
    expect((await finish(musician, id)).status).toBe(200)
    await until('it is read', async () => (await readTrackRow(id))?.status === 'pending')
    expect(await readTrackRow(id)).toMatchObject({ duration_seconds: 2 })
  })

  test('needs an approved KYC, and a musician', async () => {
    const refused = { error: 'KYC approval is required.', code: 'kyc_required' }
    for (const kyc of ['not_submitted', 'pending', 'under_review', 'rejected'])
      await expectAnswer(await start(await newMusician(kyc), file()), 403, refused)
    expect((await start(await signInAs('dancer'), file())).status).toBe(403)
  })
})

describe('a file is refused', () => {
  const refusals: [string, Record<string, unknown>, string, string][] = [
    [
      'that calls itself something else',
      { filename: 'a.wav', content_type: 'audio/wav' },
      'content_type',
      'Please upload an MP3 audio file (.mp3)',
    ],
    ['of 50 MB', { file_size: 50 * 1024 * 1024 }, 'file_size', 'Audio files must be smaller than 50MB'],
    ['without bytes', { file_size: 0 }, 'file_size', 'The file is empty.'],
    ['without a name', { filename: ' ' }, 'filename', 'This field is required.'],
    ['with too many tags', { tags: 'a,b,c,d,e,f,g,h,i,j,k' }, 'tags', 'Use at most 10 tags.'],
  ]
  test.each(refusals)('%s', async (_what, more, field, sentence) => {
    const answer = await start(await newMusician(), file(more))
    await expectAnswer(answer, 400, { errors: { [field]: [sentence] }, code: 'invalid' })
  })

  test('one byte under the limit is taken, by the link alone', async () => {
    const answer = await start(await newMusician(), file({ file_size: 50 * 1024 * 1024 - 1 }))
    const { upload_url, content_type } = await answer.json()
    const headers = { 'content-type': content_type }
    const other = await fetch(upload_url, { method: 'PUT', body: Buffer.from(mp3), headers })
    expect(other.status).toBe(403)
  })

  test('whose bytes lie about their type, and it is deleted', async () => {
    const musician = await newMusician()
    const id = await put(musician, wavOf(1))
    const error = 'Please upload an MP3 audio file (.mp3)'
    await expectAnswer(await finish(musician, id), 400, { error, code: 'upload_refused' })
    const session = await firstRow<{ object_key: string; stored_key: string }>(
      db(),
      'SELECT object_key, stored_key FROM upload_session WHERE id = $1',
      [id],
    )
    expect(await headObject({ bucket: 'private', key: session?.object_key ?? '' })).toBeNull()
    expect(await headObject({ bucket: 'media', key: session?.stored_key ?? '' })).toBeNull()
    expect(await tracksOf(musician)).toBe(0)
  })

  test('that never came', async () => {
    const musician = await newMusician()
    const { session_id } = await (await start(musician, file())).json()
    const error = 'The file hasn’t arrived. Please upload it again.'
    await expectAnswer(await finish(musician, session_id), 400, { error, code: 'upload_missing' })
  })

  test('of somebody else', async () => {
    const id = await put(await newMusician(), mp3)
    expect((await finish(await newMusician(), id)).status).toBe(404)
    expect((await giveUp(await newMusician(), id)).status).toBe(204)
    const row = await firstRow(db(), `SELECT 1 FROM upload_session WHERE id = $1 AND status = 'open'`, [id])
    expect(row).toBeDefined()
  })
})

describe('the limit', () => {
  test('counts what is neither rejected nor retired, and says how many have to go', async () => {
    const musician = await newMusician()
    for (const status of ['approved', 'rejected', 'retired', 'processing'])
      await addTrack(musician.user.id, { status })
    const { session_id } = await (await start(musician, file())).json()
    expect((await giveUp(musician, session_id)).status).toBe(204)
    await addTrack(musician.user.id)
    await expectAnswer(await start(musician, file()), 400, limitOf(3, 3, 1))
    await addTrack(musician.user.id)
    await expectAnswer(await start(musician, file()), 400, limitOf(3, 4, 2))
  })

  test('is the setting’s', async () => {
    const musician = await newMusician()
    await rows(db(), `INSERT INTO setting (key, value) VALUES ('tracks_per_musician', '1')`)
    forgetSettings()
    try {
      await addTrack(musician.user.id)
      await expectAnswer(await start(musician, file()), 400, limitOf(1, 1, 1))
    } finally {
      await rows(db(), `DELETE FROM setting WHERE key = 'tracks_per_musician'`)
      forgetSettings()
    }
  })

  test('holds when many uploads are completed at once: the last place is taken once', async () => {
    const musician = await newMusician()
    await addTrack(musician.user.id)
    await addTrack(musician.user.id)
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => put(musician, mp3, { filename: `${at}.mp3` })),
    )
    const answers = await Promise.all(ids.map((id) => finish(musician, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    for (const answer of answers)
      if (answer.status === 400) expect(await answer.json()).toEqual(limitOf(3, 3, 1))
    expect(await tracksOf(musician)).toBe(3)
  })

  test('holds when places go between link and completion', async () => {
    const musician = await newMusician()
    const id = await put(musician, mp3)
    for (let count = 0; count < 3; count++) await addTrack(musician.user.id)
    await expectAnswer(await finish(musician, id), 400, limitOf(3, 3, 1))
    expect(await tracksOf(musician)).toBe(3)
  })

  test('uploads that are not complete hold no place, however many were cut off', async () => {
    const musician = await newMusician()
    await addTrack(musician.user.id)
    await addTrack(musician.user.id)
    for (const filename of ['a.mp3', 'b.mp3', 'c.mp3', 'd.mp3'])
      expect((await start(musician, file({ filename }))).status).toBe(201)
    const last = await put(musician, mp3, { filename: 'e.mp3' })
    expect((await finish(musician, last)).status).toBe(200)
    await expectAnswer(await start(musician, file({ filename: 'f.mp3' })), 400, limitOf(3, 3, 1))
  })

  test('one that was refused for the limit is completed once there is a place', async () => {
    const musician = await newMusician()
    const id = await put(musician, mp3)
    for (let count = 0; count < 3; count++) await addTrack(musician.user.id)
    expect((await finish(musician, id)).status).toBe(400)
    await rows(db(), `UPDATE track SET status = 'rejected' WHERE musician_id = $1`, [musician.user.id])
    expect((await finish(musician, id)).status).toBe(200)
  })
})

const replaced = {
  error: 'You started a newer upload. Please finish that one.',
  code: 'upload_replaced',
}

describe('the same file begun again', () => {
  test('replaces the upload that was cut off, which says so', async () => {
    const musician = await newMusician()
    const former = await put(musician, mp3)
    const again = await put(musician, mp3)
    await expectAnswer(await finish(musician, former), 409, replaced)
    expect((await finish(musician, again)).status).toBe(200)
    await expectAnswer(await finish(musician, former), 409, replaced)
    expect(await tracksOf(musician)).toBe(1)
  })

  test('at once leaves one upload that can be completed', async () => {
    const musician = await newMusician()
    const ids = await Promise.all(Array.from({ length: 5 }, () => put(musician, mp3)))
    const statuses = await Promise.all(ids.map(async (id) => (await finish(musician, id)).status))
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409])
    expect(await tracksOf(musician)).toBe(1)
  })

  test('leaves alone what is another file, another musician’s, complete, or was given up', async () => {
    const [musician, other] = [await newMusician(), await newMusician()]
    const complete = await put(musician, mp3)
    const renamed = await put(musician, mp3, { filename: 'b.mp3' })
    const longer = await put(musician, mp3Of(3))
    const theirs = await put(other, mp3)
    const givenUp = await put(musician, mp3, { filename: 'c.mp3' })
    expect((await finish(musician, complete)).status).toBe(200)
    await giveUp(musician, givenUp)
    await put(musician, mp3)
    for (const [who, id, status] of [
      [musician, complete, 200],
      [musician, renamed, 200],
      [musician, longer, 200],
      [other, theirs, 200],
      [musician, givenUp, 400],
    ] as const)
      expect((await finish(who, id)).status).toBe(status)
  })
})
