// Officers find, open and count what was handed in. Whose identity was read, and which document was opened, is on record.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { updateProfile } from '#lib/domain/profiles/commands.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { checksumOf, makeFile } from '#tests/support/files.ts'
import { newForm, prepareKyc } from '#tests/support/kyc.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { ask, auditOf, claim, handInKyc } from '#tests/support/review.ts'

let officer: SignedIn
beforeAll(async () => {
  officer = await signInAs('compliance_officer')
})
afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const { kycSubmissions, kycSubmission, kycDocument, stats } = contract.compliance

/** Somebody in that state, handed in (and decided) so many hours ago. */
async function inState(status: string, hoursAgo: number, displayName = 'Nyambura Kamau'): Promise<string> {
  const { id } = await createPerson('dancer', { displayName })
  await rows(
    db(),
    `UPDATE profile SET kyc_status = $2::kyc_status, kyc_submitted_at = now() - $3 * interval '1 hour',
       kyc_reviewed_at = CASE WHEN $2 IN ('approved', 'rejected') THEN now() END WHERE user_id = $1`,
    [id, status, hoursAgo],
  )
  return id
}

async function found(query: Record<string, string>): Promise<unknown[]> {
  const { status, body } = await ask(kycSubmissions, officer, { query: { page_size: '100', ...query } })
  expect(status).toBe(200)
  return body.results.map(({ id }) => id)
}

describe('the list', () => {
  test('has the waiting ones under pending, the others under their names, and all that was handed in without one', async () => {
    const name = 'Wambui Filter'
    const waiting = await inState('under_review', 3, name)
    const approved = await inState('approved', 2, name)
    const rejected = await inState('rejected', 1, name)
    const draft = await createPerson('dancer', { displayName: name })
    await updateProfile(draft, { city: 'Thika' })
    const nothing = await createPerson('copyright_owner', { displayName: name })
    await createPerson('compliance_officer', { displayName: name })
    const of = (kyc_status: string) => found({ search: name, kyc_status })
    expect(await of('pending')).toEqual([waiting])
    expect(await of('under_review')).toEqual([waiting])
    expect(await of('PENDING')).toEqual([waiting])
    expect(await of('approved')).toEqual([approved])
    expect(await of('rejected')).toEqual([rejected])
    expect(await of('not_submitted')).toEqual([nothing.id])
    expect(await found({ search: name })).toEqual([rejected, approved, waiting])
    expect(await of('')).toEqual([rejected, approved, waiting])
    expect(await ask(kycSubmissions, officer, { query: { kyc_status: 'maybe' } })).toEqual({
      status: 400,
      body: { errors: { kyc_status: ['Choose a status of KYC.'] }, code: 'invalid' },
    })
  })

  test('is in the order of handing in, both ways, page by page, ties by id', async () => {
    const name = 'Atieno Order'
    const [old, young] = [await inState('under_review', 9, name), await inState('under_review', 1, name)]
    const ties = [await inState('under_review', 5, name), await inState('under_review', 5, name)]
    await rows(
      db(),
      `UPDATE profile SET kyc_submitted_at = now() - interval '5 hours' WHERE user_id = ANY($1)`,
      [ties],
    )
    const ascending = [old, ...ties.sort(), young]
    expect(await found({ search: name, ordering: 'kyc_submitted_at' })).toEqual(ascending)
    expect(await found({ search: name, ordering: '-kyc_submitted_at' })).toEqual(ascending.toReversed())
    expect(await found({ search: name, ordering: 'password_hash' })).toEqual(ascending.toReversed())
    const query = { search: name, ordering: 'kyc_submitted_at', page_size: '3', page: '2' }
    const { body } = await ask(kycSubmissions, officer, { query })
    expect(body).toMatchObject({ count: 4, next: null, results: [{ id: young }] })
    const previous = new URL(String(body.previous)).searchParams
    expect(Object.fromEntries(previous)).toEqual({ ...query, page: '1' })
    expect(await ask(kycSubmissions, officer, { query: { ...query, page: '3' } })).toMatchObject({
      status: 404,
      body: { detail: 'This page doesn’t exist.' },
    })
  })

  test('is searched by names, email and national id; the form stays sealed', async () => {
    const form = { ...newForm(), full_name: 'Zawadi Achieng’ Müller', national_id: 'AB 7654-321' }
    const person = await handInKyc(form)
    const { id, email, username } = person.user
    for (const search of [
      username.toUpperCase(),
      email.slice(3, 15),
      'amina wanjiru',
      'AB7654321',
      'ab 765 4321',
      'zawadi',
      'MULLER zawadi',
      'müller',
    ])
      expect([search, (await found({ search })).includes(id)]).toEqual([search, true])
    for (const search of ['AB765432', 'zawa', 'zawadi otieno', '%', '_', '’', '#'])
      expect([search, (await found({ search })).includes(id)]).toEqual([search, false])
    const stored = await rows<{ row: string }>(
      db(),
      `SELECT concat(encode(sealed, 'escape'), to_jsonb(r)) AS row FROM kyc_record r WHERE user_id = $1`,
      [id],
    )
    // Long enough that the digits of what is sealed do not hold it by chance.
    expect(stored[0]?.row).not.toMatch(/zawadi|7654-?321/i)
  })

  test('tells who it is and who looks at it', async () => {
    const person = await handInKyc({ ...newForm(), full_name: 'Baraka Listed' })
    await claim(officer, { type: 'kyc', id: person.user.id })
    const { body } = await ask(kycSubmissions, officer, {
      query: { search: 'baraka', kyc_status: 'pending' },
    })
    expect(body.results).toEqual([
      {
        id: person.user.id,
        user: {
          id: person.user.id,
          username: person.user.username,
          display_name: 'Amina Wanjiru Odhiambo',
          email: person.user.email,
          role: 'dancer',
        },
        full_name: 'Baraka Listed',
        kyc_submitted_at: expect.stringMatching(/Z$/),
        kyc_status: 'under_review',
        kyc_reviewed_at: null,
        reviewed_by: null,
        reviewed_at: null,
        rejection_reason: '',
        internal_note: '',
        rejections: 0,
        claim: expect.objectContaining({ holder: expect.objectContaining({ id: officer.user.id }) }),
      },
    ])
  })
})

describe('a submission', () => {
  test('is read whole, and that it was read is on record with each document', async () => {
    const form = newForm()
    const person = await handInKyc(form, 'dancer')
    const other = await handInKyc({ ...form, full_name: 'Another Name' })
    const params = { id: person.user.id }
    const { status, body } = await ask(kycSubmission, officer, { params, address: '10.9.8.7' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: person.user.id,
      user: { email: person.user.email, phone_number: '', created_at: expect.any(String) },
      form,
      required_fields: ['full_name', 'date_of_birth', 'national_id', 'address_line_1', 'city', 'country'],
      kyc_status: 'under_review',
      kyc_rejection_reason: '',
      reviews: [],
      same_national_id: [
        {
          id: other.user.id,
          username: other.user.username,
          email: other.user.email,
          kyc_status: 'under_review',
        },
      ],
      claim: null,
    })
    const record = { actor_id: officer.user.id, before: null, address: '10.9.8.7' }
    expect(await auditOf(person.user.id)).toEqual([
      { ...record, action: 'kyc.viewed', after: null },
      ...['id_front', 'id_back', 'passport_photo'].map((document_type) => ({
        ...record,
        action: 'kyc.document_viewed',
        after: { document_type },
      })),
    ])
  })

  test('has links that open its documents for five minutes and not longer', async () => {
    const person = await handInKyc()
    const params = { id: person.user.id }
    const { documents } = (await ask(kycSubmission, officer, { params })).body as unknown as {
      documents: { url: string; expires_at: string; document_type: string }[]
    }
    expect(documents.map((one) => one.document_type)).toEqual(['id_front', 'id_back', 'passport_photo'])
    for (const { url, expires_at } of documents) {
      const answer = await fetch(url)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(checksumOf(await answer.bytes())).toBe(checksumOf(makeFile('image/png')))
      expect(Math.abs(Date.parse(expires_at) - Date.now() - 300_000)).toBeLessThan(10_000)
    }
    // The store has a clock of its own: what was signed 301 seconds ago is over there as well.
    const document = { ...params, document_type: 'id_front' }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 301_000 })
    const former = await ask(kycDocument, officer, { params: document }).finally(() => vi.useRealTimers())
    expect(former.status).toBe(200)
    expect((await fetch(String(former.body.url))).status).toBe(403)
    const fresh = await ask(kycDocument, officer, { params: document })
    expect((await fetch(String(fresh.body.url))).status).toBe(200)
    const views = (await auditOf(person.user.id)).filter(({ action }) => action === 'kyc.document_viewed')
    expect(views.map(({ after }) => after)).toEqual(
      ['id_front', 'id_back', 'passport_photo', 'id_front', 'id_front'].map((document_type) => ({
        document_type,
      })),
    )
  })

  test('keeps notes between officers, with each decision', async () => {
    const person = await handInKyc()
    const params = { id: person.user.id }
    const body = {
      action: 'reject',
      reason: 'Too dark.',
      field_reasons: { id_front: 'Dark' },
      internal_note: 'Looks edited.',
    }
    expect((await ask(contract.kyc.review, officer, { params, body })).status).toBe(200)
    expect((await ask(contract.kyc.submit, person)).status).toBe(200)
    const second = await signInAs('super_admin')
    const detail = await ask(kycSubmission, second, { params })
    expect(detail.body).toMatchObject({
      rejections: 1,
      kyc_rejection_reason: '',
      reviews: [
        {
          officer: { id: officer.user.id, username: officer.user.username },
          action: 'reject',
          reason: 'Too dark.',
          field_reasons: { id_front: 'Dark' },
          internal_note: 'Looks edited.',
        },
      ],
    })
    const told = [await getMyProfile(params.id), (await ask(contract.profiles.export, person)).body]
    expect(JSON.stringify(told)).not.toContain('Looks edited')
  })

  test('is nobody’s but officers’, and nothing is on record of who was refused', async () => {
    const person = await handInKyc()
    const params = { id: person.user.id, document_type: 'id_front' }
    const others = [person, await signInAs('dancer'), await signInAs('copyright_owner')]
    for (const call of [kycSubmissions, kycSubmission, kycDocument, stats]) {
      for (const other of others) expect((await ask(call, other, { params })).status).toBe(403)
      expect((await ask(call, null, { params })).status).toBe(401)
    }
    expect(await auditOf(person.user.id)).toEqual([])
  })

  test('is not opened before it is handed in, and is while its owner mends what was rejected', async () => {
    const missing = { status: 404, body: { detail: 'Not found.', code: 'not_found' } }
    const person = await signInAs('dancer')
    await prepareKyc(person)
    const params = { id: person.user.id }
    const document = { ...params, document_type: 'id_front' }
    expect(await ask(kycSubmission, officer, { params })).toEqual(missing)
    expect(await ask(kycDocument, officer, { params: document })).toEqual(missing)
    expect(await auditOf(person.user.id)).toEqual([])

    expect((await ask(contract.kyc.submit, person)).status).toBe(200)
    const body = { action: 'reject', reason: 'Too dark.' }
    expect((await ask(contract.kyc.review, officer, { params, body })).status).toBe(200)
    expect((await ask(kycSubmission, officer, { params })).status).toBe(200)
    expect((await ask(kycDocument, officer, { params: document })).status).toBe(200)
  })

  test('is there or not found; and nobody reads what colleagues noted about them', async () => {
    const missing = { status: 404, body: { detail: 'Not found.', code: 'not_found' } }
    const id = newId()
    expect(await ask(kycSubmission, officer, { params: { id } })).toEqual(missing)
    expect(await ask(kycDocument, officer, { params: { id, document_type: 'id_front' } })).toEqual(missing)
    const { user } = await signInAs('dancer')
    expect(await ask(kycDocument, officer, { params: { id: user.id, document_type: 'id_front' } })).toEqual(
      missing,
    )
    expect(await ask(kycDocument, officer, { params: { id: user.id, document_type: 'diploma' } })).toEqual(
      missing,
    )
    expect(await ask(kycSubmission, officer, { params: { id: officer.user.id } })).toMatchObject({
      status: 403,
    })
    expect(await auditOf(user.id)).toEqual([])
  })
})
