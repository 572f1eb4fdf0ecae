import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { now } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage, headObject, putObject, readObject } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { sweepDocuments } from '#lib/domain/kyc/check-documents.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { brokenFiles, checksumOf, halfOfJpeg, hollowHeic, makeFile, putFile } from '#tests/support/files.ts'
import { uploadDocument } from '#tests/support/kyc.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

const endConsumers = startConsumers()
afterAll(async () => {
  await endConsumers()
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const initiate = await loadRoute(contract.kyc.initiateUpload)
const complete = await loadRoute(contract.kyc.completeUpload)
const generate = await loadRoute(contract.kyc.generateUploadUrl)
const confirm = await loadRoute(contract.kyc.confirmUpload)
const own = await loadRoute(contract.kyc.ownDocument)

async function keyOf(person: SignedIn): Promise<string> {
  const row = await firstRow<{ key: string }>(
    db(),
    'SELECT object_key AS key FROM kyc_document WHERE user_id = $1',
    [person.user.id],
  )
  return row?.key ?? ''
}

const about = (file: Uint8Array) => ({
  document_type: 'id_front',
  file_name: 'front.jpg',
  file_size: file.byteLength,
  mime_type: 'image/jpeg',
})

describe('a document', () => {
  test('is kept in the private bucket and makes the KYC a draft', async () => {
    const dancer = await signInAs('dancer')
    const answer = await uploadDocument(dancer, 'id_front')
    expect(answer.status).toBe(200)
    const document = {
      document_type: 'id_front',
      file_name: 'id_front.png',
      file_size: 600,
      mime_type: 'image/png',
      uploaded_at: expect.any(String),
      problem: null,
    }
    expect(await answer.json()).toEqual({ document, kyc_status: 'pending' })
    const profile = await getMyProfile(dancer.user.id)
    expect(profile.documents).toEqual([document])
    expect(profile.missing_requirements.documents).toEqual(['id_back', 'passport_photo'])
    expect(await headObject({ bucket: 'private', key: await keyOf(dancer) })).toMatchObject({ size: 600 })
  })

  test('opens for its owner by a link, and for nobody else', async () => {
    const [dancer, other] = [await signInAs('dancer'), await signInAs('dancer')]
    await uploadDocument(dancer, 'id_front')
    const params = { document_type: 'id_front' }
    const answer = await send(own.GET, { access: dancer.access, params })
    expect(answer.status).toBe(200)
    const { url } = await answer.json()
    const file = await fetch(url)
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 600])
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    expect((await send(own.GET, { access: other.access, params })).status).toBe(404)
    const unknown = { document_type: 'passport' }
    expect((await send(own.GET, { access: dancer.access, params: unknown })).status).toBe(404)
  })

  test('takes the place of the former one of its type, whose file is deleted', async () => {
    const dancer = await signInAs('dancer')
    await uploadDocument(dancer, 'id_front')
    const former = { bucket: 'private', key: await keyOf(dancer) } as const
    await uploadDocument(dancer, 'id_front', makeFile('application/pdf', 700), 'application/pdf')
    const { documents } = await getMyProfile(dancer.user.id)
    expect(documents).toMatchObject([{ file_size: 700, mime_type: 'application/pdf' }])
    await until('the former file is gone', async () => (await headObject(former)) === null)
  })

  test('begun again replaces its former upload, of the same type alone; the former says so', async () => {
    const dancer = await signInAs('dancer')
    const picture = makeFile('image/jpeg')
    const begin = async (document_type: string) => {
      const body = { ...about(picture), document_type }
      const answer = await send(initiate.POST, { method: 'POST', access: dancer.access, body })
      const { session_id, upload_url } = await answer.json()
      expect(await putFile(upload_url, picture, 'image/jpeg')).toBe(200)
      return session_id
    }
    const [former, back, again] = [await begin('id_front'), await begin('id_back'), await begin('id_front')]
    const finish = (id: string) =>
      send(complete.POST, { method: 'POST', access: dancer.access, params: { id }, body: {} })
    const late = await finish(former)
    expect([late.status, (await late.json()).code]).toEqual([409, 'upload_replaced'])
    for (const id of [back, again]) expect((await finish(id)).status).toBe(200)
    const { documents } = await getMyProfile(dancer.user.id)
    expect(documents.map(({ document_type }) => document_type).sort()).toEqual(['id_back', 'id_front'])
  })

  test('is the one that was picked last, also where another one was picked before and arrives after it', async () => {
    const dancer = await signInAs('dancer')
    const begin = async (size: number) => {
      const picture = makeFile('image/jpeg', size)
      const answer = await send(initiate.POST, {
        method: 'POST',
        access: dancer.access,
        body: { ...about(picture), file_name: `${size}.jpg` },
      })
      const { session_id, upload_url } = await answer.json()
      expect(await putFile(upload_url, picture, 'image/jpeg')).toBe(200)
      return session_id
    }
    const [first, last] = [await begin(600), await begin(700)]
    const finish = (id: string) =>
      send(complete.POST, { method: 'POST', access: dancer.access, params: { id }, body: {} })
    expect((await finish(last)).status).toBe(200)
    const late = await finish(first)
    expect([late.status, (await late.json()).code]).toEqual([409, 'upload_replaced'])
    expect((await getMyProfile(dancer.user.id)).documents).toMatchObject([{ file_size: 700 }])
  })

  test('that lies about its type is answered 400 and changes nothing', async () => {
    const dancer = await signInAs('dancer')
    const answer = await uploadDocument(dancer, 'id_front', makeFile('text/html'), 'image/png')
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'Please select an image or PDF file', code: 'upload_refused' },
    ])
    expect(await getMyProfile(dancer.user.id)).toMatchObject({ kyc_status: 'not_submitted', documents: [] })
  })

  test('too large or of another type gets no link', async () => {
    const { access } = await signInAs('dancer')
    const ask = async (change: object) => {
      const body = { ...about(makeFile('image/jpeg')), ...change }
      const answer = await send(initiate.POST, { method: 'POST', access, body })
      return [answer.status, await answer.json()]
    }
    expect(await ask({ file_size: 10 * 1024 * 1024 + 1 })).toEqual([
      400,
      { errors: { file_size: ['Please select a file smaller than 10MB'] }, code: 'invalid' },
    ])
    expect(await ask({ mime_type: 'video/mp4' })).toEqual([
      400,
      { error: 'Please select an image or PDF file', code: 'invalid_file_type' },
    ])
  })

  test('is locked with the form: no link, and nothing completed that was begun before', async () => {
    const dancer = await signInAs('dancer')
    const file = makeFile('image/jpeg')
    const answer = await send(generate.POST, { method: 'POST', access: dancer.access, body: about(file) })
    const { upload_url, upload_path, upload_token } = await answer.json()
    await putFile(upload_url, file, 'image/jpeg')
    await rows(db(), `UPDATE profile SET kyc_status = 'under_review' WHERE user_id = $1`, [dancer.user.id])
    const locked = { error: 'Cannot submit: Your KYC is already submitted or approved', code: 'kyc_locked' }
    for (const [route, body] of [
      [initiate, about(file)],
      [confirm, { ...about(file), upload_path, upload_token }],
    ] as const) {
      const refused = await send(route.POST, { method: 'POST', access: dancer.access, body })
      expect([refused.status, await refused.json()]).toEqual([409, locked])
    }
    expect((await getMyProfile(dancer.user.id)).documents).toEqual([])
  })

  test('is not for staff', async () => {
    const { access } = await signInAs('compliance_officer')
    const body = about(makeFile('image/jpeg'))
    expect((await send(initiate.POST, { method: 'POST', access, body })).status).toBe(403)
  })
})

const halfJpeg = await halfOfJpeg()

describe('a document that nobody can open', () => {
  const damaged = 'This file is damaged or incomplete. Please select another one.'
  const pdf = 'application/pdf'
  test.each([
    ['a JPEG of three bytes', brokenFiles.threeBytes, 'image/jpeg', damaged],
    ['a cut JPEG', brokenFiles.cutJpeg, 'image/jpeg', damaged],
    ['a JPEG without its lower half', halfJpeg, 'image/jpeg', damaged],
    ['a cut HEIC picture', brokenFiles.cutHeic, 'image/heic', damaged],
    ['a cut PDF', brokenFiles.cutPdf, pdf, damaged],
    [
      'a picture of 900 megapixels',
      brokenFiles.hugePng,
      'image/png',
      'This file has too many pixels. Please select a smaller one.',
    ],
    [
      'a PDF with a password',
      brokenFiles.lockedPdf,
      pdf,
      'This PDF is locked with a password. Please select one without a password.',
    ],
    ['a PDF without pages', brokenFiles.emptyPdf, pdf, 'This PDF has no pages. Please select another one.'],
  ])('is refused with the reason: %s', async (_what, bytes, type, error) => {
    const dancer = await signInAs('dancer')
    const answer = await uploadDocument(dancer, 'id_front', Uint8Array.from(bytes), type)
    expect([answer.status, await answer.json()]).toEqual([400, { error, code: 'upload_refused' }])
    expect((await getMyProfile(dancer.user.id)).documents).toEqual([])
  })
})

describe('a document is what it contains', () => {
  const pdf = makeFile('application/pdf')
  test.each([
    ['a JPEG that is called HEIC', makeFile('image/jpeg'), 'image/heic', 'image/jpeg'],
    ['a picture that is called PDF', makeFile('image/png'), 'application/pdf', 'image/png'],
    [
      'a PDF behind a line break',
      Buffer.concat([Buffer.from('\n'), pdf]),
      'application/pdf',
      'application/pdf',
    ],
    [
      "a PDF behind a printer's header",
      Buffer.concat([Buffer.from(`\x1b%-12345X@PJL JOB\r\n${' '.repeat(900)}`), pdf]),
      'application/pdf',
      'application/pdf',
    ],
  ])('%s', async (_what, bytes, declared, mime_type) => {
    const dancer = await signInAs('dancer')
    const answer = await uploadDocument(dancer, 'id_front', Uint8Array.from(bytes), declared)
    expect(await answer.json()).toMatchObject({ document: { mime_type, problem: null } })
    expect(await headObject({ bucket: 'private', key: await keyOf(dancer) })).toMatchObject({
      contentType: mime_type,
    })
  })
})

describe('a HEIC picture', () => {
  const documentOf = async ({ user }: SignedIn) => (await getMyProfile(user.id)).documents[0]

  test('becomes a JPEG that every browser shows', async () => {
    const dancer = await signInAs('dancer')
    const answer = await uploadDocument(dancer, 'id_front', makeFile('image/heic'), 'image/heic')
    expect(answer.status).toBe(200)
    await until('it is converted', async () => (await documentOf(dancer))?.mime_type === 'image/jpeg')
    const at = { bucket: 'private', key: await keyOf(dancer) } as const
    const jpeg = await readObject(at)
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
    expect(await headObject(at)).toMatchObject({ contentType: 'image/jpeg' })
    expect(await documentOf(dancer)).toMatchObject({
      file_name: 'id_front.jpg',
      file_size: jpeg.byteLength,
      problem: null,
    })
  })

  test('that cannot be converted has to be uploaded again', async () => {
    const dancer = await signInAs('dancer')
    await uploadDocument(dancer, 'id_front', hollowHeic(), 'image/heic')
    await until('it is found out', async () => (await documentOf(dancer))?.problem === 'damaged')
    const missing = async () => (await getMyProfile(dancer.user.id)).missing_requirements.documents
    expect(await missing()).toContain('id_front')
    await uploadDocument(dancer, 'id_front')
    expect(await documentOf(dancer)).toMatchObject({ problem: null })
    expect(await missing()).not.toContain('id_front')
  })

  test('whose job was lost is converted as well', async () => {
    const dancer = await signInAs('dancer')
    await uploadDocument(dancer, 'id_front', makeFile('image/jpeg'), 'image/jpeg')
    const key = `kyc/${newId()}`
    await putObject({ bucket: 'private', key }, { body: makeFile('image/heic'), contentType: 'image/heic' })
    await rows(
      db(),
      `UPDATE kyc_document SET object_key = $2, mime_type = 'image/heic', checked_at = NULL, problem = NULL,
        uploaded_at = now() - interval '1 year' WHERE user_id = $1`,
      [dancer.user.id, key],
    )
    expect(await sweepDocuments()).toBeGreaterThan(0)
    await until('it is converted', async () => (await documentOf(dancer))?.mime_type === 'image/jpeg')
    await until(
      'the former file is gone',
      async () => (await headObject({ bucket: 'private', key })) === null,
    )
  })
})

test('a document that the store has lost is asked for again, and is not looked for for good', async () => {
  const { user, ...tokens } = await signInAs('dancer')
  await uploadDocument({ user, ...tokens }, 'id_front')
  await rows(
    db(),
    `UPDATE kyc_document SET object_key = 'kyc/lost', checked_at = NULL, uploaded_at = now() - interval '1 year' WHERE user_id = $1`,
    [user.id],
  )
  await sweepDocuments()
  await until(
    'it has a problem',
    async () => (await getMyProfile(user.id)).documents[0]?.problem === 'damaged',
  )
})

describe('the second documented form', () => {
  const file = makeFile('image/jpeg', 900)

  test('refuses what nobody can open as well', async () => {
    const { access } = await signInAs('dancer')
    const cut = Uint8Array.from(brokenFiles.cutJpeg)
    const answer = await send(generate.POST, { method: 'POST', access, body: about(cut) })
    const { upload_url, upload_path, upload_token } = await answer.json()
    await putFile(upload_url, cut, 'image/jpeg')
    const body = { ...about(cut), upload_path, upload_token }
    const refused = await send(confirm.POST, { method: 'POST', access, body })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: 'This file is damaged or incomplete. Please select another one.', code: 'upload_refused' },
    ])
  })

  async function generated(by: SignedIn) {
    const answer = await send(generate.POST, { method: 'POST', access: by.access, body: about(file) })
    expect(answer.status).toBe(201)
    const { upload_url, upload_path, upload_token, expires_at } = await answer.json()
    expect(Date.parse(expires_at)).toBeGreaterThan(now().getTime())
    await putFile(upload_url, file, 'image/jpeg')
    return { ...about(file), upload_path, upload_token }
  }

  async function confirmed(by: SignedIn, body: object) {
    const answer = await send(confirm.POST, { method: 'POST', access: by.access, body })
    return [answer.status, await answer.json()]
  }

  test('keeps the same document, its checksum checked', async () => {
    const dancer = await signInAs('dancer')
    const body = { ...(await generated(dancer)), checksum: checksumOf(file).toUpperCase() }
    const kept = { document: expect.objectContaining({ file_size: 900 }), kyc_status: 'pending' }
    expect(await confirmed(dancer, body)).toEqual([200, kept])
    expect(await confirmed(dancer, body)).toEqual([200, kept])
  })

  test('refuses a file with another checksum, and what is no checksum', async () => {
    const dancer = await signInAs('dancer')
    const body = await generated(dancer)
    expect(await confirmed(dancer, { ...body, checksum: 'md5' })).toMatchObject([400, { code: 'invalid' }])
    expect(await confirmed(dancer, { ...body, checksum: '0'.repeat(64) })).toMatchObject([
      400,
      { code: 'upload_refused' },
    ])
    expect((await getMyProfile(dancer.user.id)).documents).toEqual([])
  })

  test('takes no token for anything but what it was given for', async () => {
    const [dancer, other] = await Promise.all([signInAs('dancer'), signInAs('dancer')])
    const body = await generated(dancer)
    const wrong = { code: 'invalid_upload_token' }
    for (const change of [
      { document_type: 'id_back' },
      { file_size: 901 },
      { mime_type: 'image/png' },
      { upload_path: 'incoming/else' },
      { upload_token: `${body.upload_token}0` },
      { upload_token: 'x' },
    ])
      expect(await confirmed(dancer, { ...body, ...change })).toMatchObject([400, wrong])
    expect(await confirmed(other, body)).toMatchObject([400, wrong])
    expect(await confirmed(dancer, body)).toMatchObject([200, {}])
  })
})
