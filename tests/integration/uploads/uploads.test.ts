import { afterAll, describe, expect, test } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage, headObject, putObject, readObject } from '#lib/core/storage.ts'
import { completeUpload, openParts, openUpload } from '#lib/domain/uploads/commands.ts'
import { PART_BYTES } from '#lib/domain/uploads/policy.ts'
import {
  type OpenedUpload,
  PART_TYPE,
  type UploadedFile,
  type UploadKind,
} from '#lib/domain/uploads/schema.ts'
import { sweepUploads } from '#lib/domain/uploads/sweep.ts'
import { brokenFiles, drawPicture, makeFile, putFile } from '#tests/support/files.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { createPerson } from '#tests/support/people.ts'

afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const owner = await createPerson('dancer')
const png = await drawPicture('png')
const incoming = (opened: OpenedUpload) => ({ bucket: 'private', key: opened.uploadPath }) as const

function open(more: Partial<Parameters<typeof openUpload>[0]> = {}): Promise<OpenedUpload> {
  return openUpload({
    ownerId: owner.id,
    kind: 'avatar',
    fileName: 'me.png',
    fileSize: png.byteLength,
    mimeType: 'image/png',
    ...more,
  })
}

/** Completes; what was kept is added to `kept`. */
function complete(
  opened: OpenedUpload,
  kept: UploadedFile[] = [],
  more: { ownerId?: string; kind?: UploadKind } = {},
) {
  return completeUpload({
    sessionId: opened.sessionId,
    ownerId: owner.id,
    kind: 'avatar',
    keep: async (_tx, file) => {
      kept.push(file)
    },
    ...more,
  })
}

async function storedKey(opened: OpenedUpload): Promise<string> {
  const row = await firstRow<{ key: string }>(
    db(),
    'SELECT stored_key AS key FROM upload_session WHERE id = $1',
    [opened.sessionId],
  )
  return row?.key ?? ''
}

const refusal = (code: string) => expect.objectContaining({ code }) as RuleError

describe('an upload', () => {
  test('is kept once it is completed, out of the reach of its link', async () => {
    const opened = await open({ details: { as: 'a portrait' } })
    expect(await putFile(opened.uploadUrl, png, 'image/png')).toBe(200)
    const kept: UploadedFile[] = []
    const file = await complete(opened, kept)
    expect(kept).toEqual([file])
    expect(file).toMatchObject({
      bucket: 'media',
      fileName: 'me.png',
      fileSize: png.byteLength,
      mimeType: 'image/png',
      details: { as: 'a portrait' },
    })
    expect(file.key).toMatch(/^avatars\/[\w-]{43}$/)
    const shown = await readObject(file)
    expect((await headObject(file))?.contentType).toBe('image/webp')
    expect(await headObject(incoming(opened))).toBe(null)
    const other = makeFile('text/html', png.byteLength)
    await putFile(opened.uploadUrl, other, 'image/png')
    expect(await complete(opened, kept)).toEqual(file)
    expect(kept).toHaveLength(1)
    expect(await readObject(file)).toEqual(shown)
  })

  test('is its owner’s alone, and of its kind alone', async () => {
    const other = await createPerson('dancer')
    const opened = await open()
    await putFile(opened.uploadUrl, png, 'image/png')
    const notFound = { name: 'NotFoundError' }
    await expect(complete(opened, [], { ownerId: other.id })).rejects.toMatchObject(notFound)
    await expect(complete(opened, [], { kind: 'track' })).rejects.toMatchObject(notFound)
    await expect(complete({ ...opened, sessionId: newId() })).rejects.toMatchObject(notFound)
    await complete(opened)
  })

  test('that has not arrived may still arrive', async () => {
    const opened = await open()
    await expect(complete(opened)).rejects.toEqual(refusal('upload_missing'))
    await putFile(opened.uploadUrl, png, 'image/png')
    expect((await complete(opened)).fileSize).toBe(png.byteLength)
  })

  test('is kept by one of two completions at once', async () => {
    const opened = await open()
    await putFile(opened.uploadUrl, png, 'image/png')
    const kept: UploadedFile[] = []
    const answers = await Promise.allSettled([complete(opened, kept), complete(opened, kept)])
    expect(kept).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toEqual(refusal('upload_in_progress'))
    expect(await complete(opened, kept)).toEqual(kept[0])
    expect(await headObject(await complete(opened))).not.toBe(null)
  })

  test('has the copy of a check that another one overtook deleted at once, and once more when that has surely ended', async () => {
    const opened = await open()
    await expect(complete(opened)).rejects.toEqual(refusal('upload_missing'))
    await putFile(opened.uploadUrl, png, 'image/png')
    const copy = { bucket: 'media', key: await storedKey(opened) } as const
    await putObject(copy, { body: png, contentType: 'image/png' })
    await complete(opened)
    expect(await headObject(copy)).toBe(null)
    const jobs = (await queue('housekeeping').getDelayed()).map(({ name, data }) => ({ name, data }))
    expect(jobs).toContainEqual({ name: 'delete-files', data: { files: [copy] } })
  })

  test('is not completed where its domain refuses it', async () => {
    const opened = await open()
    await putFile(opened.uploadUrl, png, 'image/png')
    const keep = () => Promise.reject(new RuleError('kyc_locked', 409))
    const refused = completeUpload({ sessionId: opened.sessionId, ownerId: owner.id, kind: 'avatar', keep })
    await expect(refused).rejects.toEqual(refusal('kyc_locked'))
    expect(await headObject({ bucket: 'media', key: await storedKey(opened) })).toBe(null)
    expect((await complete(opened)).mimeType).toBe('image/png')
  })
})

describe('a file that is not what was announced', () => {
  async function expectDeleted(opened: OpenedUpload, kind: UploadKind = 'avatar') {
    const kept: UploadedFile[] = []
    await expect(complete(opened, kept, { kind })).rejects.toEqual(refusal('upload_refused'))
    expect(kept).toEqual([])
    expect(await headObject(incoming(opened))).toBe(null)
    for (const bucket of ['media', 'private'] as const)
      expect(await headObject({ bucket, key: await storedKey(opened) })).toBe(null)
    await expect(complete(opened, kept, { kind })).rejects.toEqual(refusal('upload_refused'))
  }

  test('in its bytes is deleted', async () => {
    const lies = [
      ['avatar', 'image/png', 'text/html'],
      ['avatar', 'image/png', 'image/jpeg'],
      ['kyc_document', 'application/pdf', 'text/html'],
      ['track', 'audio/mpeg', 'image/png'],
    ] as const
    for (const [kind, mimeType, truth] of lies) {
      const file = makeFile(truth)
      const opened = await open({ kind, mimeType, fileSize: file.byteLength })
      expect(await putFile(opened.uploadUrl, file, mimeType)).toBe(200)
      await expectDeleted(opened, kind)
    }
  })

  test('and cannot be opened though it begins like a picture is deleted', async () => {
    const file = Uint8Array.from(brokenFiles.cutJpeg)
    const opened = await open({ mimeType: 'image/jpeg', fileSize: file.byteLength })
    await putFile(opened.uploadUrl, file, 'image/jpeg')
    await expectDeleted(opened)
  })

  test('in its size is refused by the store, and deleted where the store let it in', async () => {
    const opened = await open()
    expect(await putFile(opened.uploadUrl, makeFile('image/png', png.byteLength + 1), 'image/png')).toBe(403)
    expect(await putFile(opened.uploadUrl, png, 'text/html')).toBe(403)
    await putObject(incoming(opened), {
      body: makeFile('image/png', png.byteLength + 1),
      contentType: 'image/png',
    })
    await expectDeleted(opened)
  })

  test('is not let in at all where it says so itself', async () => {
    await expect(open({ mimeType: 'image/gif' })).rejects.toEqual(refusal('invalid_file_type'))
    await expect(open({ fileSize: 5 * 1024 * 1024 + 1 })).rejects.toEqual(refusal('file_too_large'))
    await expect(open({ kind: 'kyc_document', mimeType: 'audio/mpeg' })).rejects.toThrow(
      'Please select an image or PDF file',
    )
    await expect(open({ kind: 'kyc_document', fileSize: 10 * 1024 * 1024 + 1 })).rejects.toThrow(
      'Please select a file smaller than 10MB',
    )
    await expect(
      open({ kind: 'track', mimeType: 'audio/mpeg', fileSize: 50 * 1024 * 1024 + 1 }),
    ).rejects.toThrow('Audio files must be smaller than 50MB')
  })

  test.each(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'])(
    'does not happen to an honest %s',
    async (mimeType) => {
      const file = makeFile(mimeType)
      const opened = await open({ kind: 'kyc_document', mimeType, fileSize: file.byteLength })
      expect(await putFile(opened.uploadUrl, file, mimeType)).toBe(200)
      const kept = await complete(opened, [], { kind: 'kyc_document' })
      expect(kept).toMatchObject({ bucket: 'private', mimeType })
    },
  )
})

describe('a file in parts', () => {
  const song = makeFile('audio/mpeg', PART_BYTES + 1_000)
  const opening = () =>
    open({ kind: 'track', fileName: 'song.mp3', fileSize: song.byteLength, mimeType: 'audio/mpeg' })
  const asTrack = { kind: 'track' } as const
  const partsOf = async (opened: OpenedUpload) => (await openParts(owner.id, 'track', opened.sessionId)).parts
  const pieces = [song.subarray(0, PART_BYTES), song.subarray(PART_BYTES)]

  test('is continued where the connection was lost, and joined in its order', async () => {
    const opened = await opening()
    const [first, second] = await partsOf(opened)
    expect([first?.size, second?.size]).toEqual(pieces.map(({ byteLength }) => byteLength))
    expect(await putFile(second?.url ?? '', pieces[1] ?? song, PART_TYPE)).toBe(200)
    await expect(complete(opened, [], asTrack)).rejects.toEqual(refusal('upload_missing'))

    const soon = addSeconds(now(), 1_800)
    const later = await withClock(
      () => soon,
      () => partsOf(opened),
    )
    expect(later.map(({ isStored }) => isStored)).toEqual([false, true])
    expect(await putFile(later[0]?.url ?? '', pieces[0]?.subarray(1) ?? song, PART_TYPE)).toBe(403)
    expect(await putFile(later[0]?.url ?? '', pieces[0] ?? song, PART_TYPE)).toBe(200)
    const file = await complete(opened, [], asTrack)
    expect(Buffer.compare(Buffer.from(await readObject(file)), Buffer.from(song))).toBe(0)
    expect((await headObject(file))?.contentType).toBe('audio/mpeg')
    for (const number of [1, 2])
      expect(await headObject({ bucket: 'private', key: `${opened.uploadPath}.${number}` })).toBe(null)
    // Whoever lost the answer sends nothing again, and gets the same file.
    expect((await partsOf(opened)).map(({ url, isStored }) => [url, isStored])).toEqual([
      ['', true],
      ['', true],
    ])
    expect(await complete(opened, [], asTrack)).toEqual(file)
  })

  test('is complete in the moment in which its parts are asked for', async () => {
    const opened = await opening()
    for (const [index, { url }] of (await partsOf(opened)).entries())
      await putFile(url, pieces[index] ?? song, PART_TYPE)
    // The completion has its row, and the question waits for it there.
    const { first, second } = await overlapped(
      { text: 'LOCK TABLE profile IN ACCESS EXCLUSIVE MODE' },
      () =>
        completeUpload({
          ownerId: owner.id,
          kind: 'track',
          sessionId: opened.sessionId,
          keep: async (tx) => void (await tx.client.query('SELECT count(*) FROM profile')),
        }),
      () => partsOf(opened),
    )
    expect(first).toMatchObject({ sessionId: opened.sessionId })
    expect(second).toEqual([1, 2].map((number) => expect.objectContaining({ number, isStored: true })))
  })

  test('that is none of an MP3, or somebody else’s, is not taken', async () => {
    const opened = await opening()
    const other = await createPerson('dancer')
    await expect(openParts(other.id, 'track', opened.sessionId)).rejects.toMatchObject({
      name: 'NotFoundError',
    })
    const lie = makeFile('text/html', song.byteLength)
    for (const [index, { url, size }] of (await partsOf(opened)).entries())
      await putFile(url, lie.subarray(index * PART_BYTES, index * PART_BYTES + size), PART_TYPE)
    await expect(complete(opened, [], asTrack)).rejects.toEqual(refusal('upload_refused'))
    expect(await headObject({ bucket: 'media', key: await storedKey(opened) })).toBe(null)
    await expect(partsOf(opened)).rejects.toEqual(refusal('upload_refused'))
  })

  test('can be gone on with for a day, and is swept with its parts', async () => {
    const opened = await opening()
    const begun = now()
    const at = (hours: number) => addSeconds(begun, hours * 3_600)
    const [part] = await partsOf(opened)
    await putFile(part?.url ?? '', pieces[0] ?? song, PART_TYPE)
    const asked = (hours: number) =>
      withClock(
        () => at(hours),
        () => partsOf(opened),
      )
    for (let hour = 1; hour < 24; hour++) await asked(hour)
    await expect(asked(24.1)).rejects.toEqual(refusal('upload_expired'))
    await sweepUploads(at(26))
    expect(await headObject({ bucket: 'private', key: `${opened.uploadPath}.1` })).toBe(null)
  })
})

describe('the same file begun again', () => {
  test('replaces the former upload: only the newer one is kept', async () => {
    const fileName = `${newId()}.png`
    const [former, again] = [await open({ fileName }), await open({ fileName })]
    const kept: UploadedFile[] = []
    for (const one of [former, again]) await putFile(one.uploadUrl, png, 'image/png')
    await expect(complete(former, kept)).rejects.toEqual(refusal('upload_replaced'))
    expect(await complete(again, kept)).toEqual(kept[0])
    expect(kept).toHaveLength(1)
  })

  test('while the former is being completed: it is kept, or says that it was replaced', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const fileName = `${newId()}.png`
      const former = await open({ fileName })
      await putFile(former.uploadUrl, png, 'image/png')
      const kept: UploadedFile[] = []
      const [answer] = await Promise.allSettled([complete(former, kept), open({ fileName })])
      if (answer.status === 'rejected') expect(answer.reason).toEqual(refusal('upload_replaced'))
      expect(kept).toHaveLength(answer.status === 'rejected' ? 0 : 1)
    }
  })

  test('has its former file swept like any that was never completed', async () => {
    const fileName = `${newId()}.png`
    const former = await open({ fileName })
    await putFile(former.uploadUrl, png, 'image/png')
    await open({ fileName })
    await sweepUploads(addSeconds(now(), 7_201))
    expect(await headObject(incoming(former))).toBe(null)
  })
})

describe('what is never completed', () => {
  const later = (seconds: number) => addSeconds(now(), seconds)

  test('can be completed for half an hour after its link, and no longer', async () => {
    const [early, late] = await Promise.all([open({ fileName: 'early.png' }), open({ fileName: 'late.png' })])
    for (const one of [early, late]) await putFile(one.uploadUrl, png, 'image/png')
    const completing = (one: OpenedUpload, seconds: number) => {
      const moment = later(seconds)
      return withClock(
        () => moment,
        () => complete(one),
      )
    }
    expect((await completing(early, 5_340)).fileSize).toBe(png.byteLength)
    await expect(completing(late, 5_460)).rejects.toEqual(refusal('upload_expired'))
  })

  test('is swept with its files; what was completed stays', async () => {
    const [forgotten, died, done] = await Promise.all([
      open({ fileName: 'forgotten.png' }),
      open({ fileName: 'died.png' }),
      open({ fileName: 'done.png' }),
    ])
    for (const one of [forgotten, died, done]) await putFile(one.uploadUrl, png, 'image/png')
    const kept = await complete(done)
    await putFile(done.uploadUrl, png, 'image/png')
    // A check that died after its copy.
    const copy = { bucket: 'media', key: `avatars/${newId()}` } as const
    await putObject(copy, { body: png, contentType: 'image/png' })
    await rows(db(), 'UPDATE upload_session SET stored_key = $2 WHERE id = $1', [died.sessionId, copy.key])

    await sweepUploads(later(7_140))
    expect(await headObject(incoming(forgotten))).not.toBe(null)
    expect(await sweepUploads(later(7_260))).toBeGreaterThanOrEqual(3)
    for (const gone of [incoming(forgotten), incoming(died), incoming(done), copy])
      expect(await headObject(gone), gone.key).toBe(null)
    expect(await headObject(kept)).not.toBe(null)
    await expect(complete(forgotten)).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(await sweepUploads(later(7_260))).toBe(0)
  })
})
