import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { checkDocument } from '#lib/domain/kyc/check-documents.ts'
import { updateProfile } from '#lib/domain/profiles/commands.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { hollowHeic } from '#tests/support/files.ts'
import { newForm, prepareKyc, uploadDocument } from '#tests/support/kyc.ts'
import { toldTo } from '#tests/support/notifications.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

let officer: SignedIn
beforeAll(async () => {
  officer = await signInAs('compliance_officer')
})

afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const submitting = await loadRoute(contract.kyc.submit)
const reviewing = await loadRoute(contract.kyc.review)
const opening = await loadRoute(contract.compliance.kycSubmission)

async function submit({ access }: SignedIn) {
  const answer = await send(submitting.POST, { method: 'POST', access })
  return [answer.status, await answer.json()]
}

async function review(userId: string, body: unknown, by = officer) {
  const sent = { method: 'POST', access: by.access, params: { id: userId }, body }
  const answer = await send(reviewing.POST, sent)
  return [answer.status, await answer.json()]
}

/** Opens a submission as the desk does. @returns when it was handed in, as the answer has it */
async function openedAt(userId: string): Promise<unknown> {
  const answer = await send(opening.GET, { access: officer.access, params: { id: userId } })
  expect(answer.status).toBe(200)
  return (await answer.json()).kyc_submitted_at
}

/** Somebody whose KYC is complete and handed in. */
async function submitted(form = newForm()): Promise<SignedIn> {
  const dancer = await signInAs('dancer')
  await prepareKyc(dancer, form)
  expect(await submit(dancer)).toMatchObject([200, {}])
  return dancer
}

const kycOf = async (person: SignedIn) => (await getMyProfile(person.user.id)).kyc_status
const locked = [
  409,
  { error: 'Cannot submit: Your KYC is already submitted or approved', code: 'kyc_locked' },
]

describe('a document that cannot be seen', () => {
  const unreadable = {
    error: 'One of the documents can’t be opened. Reject the submission and ask for another file.',
    code: 'document_unreadable',
  }
  const unconverted = {
    error: 'A picture is still being converted. Try again in a minute.',
    code: 'document_unconverted',
  }
  test.each([
    ["problem = 'locked'", unreadable],
    ["mime_type = 'image/heic'", unconverted],
  ])(
    'with %s, keeps the submission from being approved, and not from being rejected',
    async (state, refusal) => {
      const dancer = await submitted()
      const set = `UPDATE kyc_document SET ${state} WHERE user_id = $1 AND document_type = 'id_back'`
      await rows(db(), set, [dancer.user.id])
      for (const undoable of [true, false])
        expect(await review(dancer.user.id, { action: 'approve', undoable })).toEqual([409, refusal])
      expect(await kycOf(dancer)).toBe('under_review')
      expect(await review(dancer.user.id, { action: 'reject', reason: 'Send a photo.' })).toMatchObject([
        200,
        {},
      ])
    },
  )
})

describe('a document that turns out to be unreadable', () => {
  const documentsOf = (person: SignedIn) =>
    rows<{ id: string }>(
      db(),
      `SELECT id FROM kyc_document WHERE user_id = $1 AND mime_type = 'image/heic' ORDER BY document_type`,
      [person.user.id],
    )
  const told = (document: string) => ({
    kind: 'identity_decided',
    template: 'kyc_document_unreadable',
    data: { document, file_name: `${document}.png` },
  })

  test('returns a submitted form to its owner, with one notification for each document', async () => {
    const dancer = await signInAs('dancer')
    await prepareKyc(dancer)
    for (const type of ['id_front', 'id_back'] as const)
      await uploadDocument(dancer, type, hollowHeic(), 'image/heic')
    expect(await submit(dancer)).toMatchObject([200, {}])
    const seen = await openedAt(dancer.user.id)
    const [front, back] = await documentsOf(dancer)
    for (const document of [front, back, front]) await checkDocument(document?.id ?? '')
    expect(await kycOf(dancer)).toBe('pending')
    expect(await toldTo(dancer.user.id)).toEqual([told('id_front'), told('id_back')])
    const decision = { action: 'reject', reason: 'Cut off', kyc_submitted_at: seen }
    expect(await review(dancer.user.id, decision)).toMatchObject([409, { code: 'not_submitted' }])

    for (const type of ['id_front', 'id_back'] as const) await uploadDocument(dancer, type)
    expect(await submit(dancer)).toMatchObject([200, { kyc_status: 'under_review' }])
    expect(await review(dancer.user.id, decision)).toMatchObject([409, { code: 'submission_changed' }])
    expect(await review(dancer.user.id, { action: 'approve' })).toMatchObject([200, {}])
  })

  test('changes no draft and no decided form, and sends no notification', async () => {
    const drafting = await signInAs('dancer')
    await uploadDocument(drafting, 'id_front', hollowHeic(), 'image/heic')
    const approved = await signInAs('dancer')
    await prepareKyc(approved)
    await uploadDocument(approved, 'id_front', hollowHeic(), 'image/heic')
    expect(await submit(approved)).toMatchObject([200, {}])
    await rows(db(), `UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [approved.user.id])
    for (const person of [drafting, approved]) {
      const [document] = await documentsOf(person)
      await checkDocument(document?.id ?? '')
      expect((await getMyProfile(person.user.id)).documents[0]).toMatchObject({ problem: 'damaged' })
      expect(await toldTo(person.user.id)).toEqual([])
    }
    expect([await kycOf(drafting), await kycOf(approved)]).toEqual(['pending', 'approved'])
  })
})

describe('handing in', () => {
  test('a complete form puts it under review, once', async () => {
    const dancer = await signInAs('dancer')
    await prepareKyc(dancer)
    expect((await getMyProfile(dancer.user.id)).is_kyc_complete).toBe(true)
    expect(await submit(dancer)).toEqual([
      200,
      { kyc_status: 'under_review', message: expect.stringContaining('2-3 business days') },
    ])
    expect(await submit(dancer)).toEqual(locked)
    await rows(db(), `UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [dancer.user.id])
    expect(await submit(dancer)).toEqual(locked)
  })

  test('names everything that is missing; blank after trimming is missing', async () => {
    const dancer = await signInAs('dancer')
    await prepareKyc(dancer, { ...newForm(), city: '   ' })
    const error = 'Incomplete information: Please fill all required fields and upload required documents'
    expect(await submit(dancer)).toEqual([
      400,
      { error, code: 'kyc_incomplete', missing_requirements: { fields: ['city'], documents: [] } },
    ])
    const musician = await signInAs('copyright_owner')
    await updateProfile(musician.user, newForm())
    await uploadDocument(musician, 'id_back')
    expect(await submit(musician)).toEqual([
      400,
      {
        error,
        code: 'kyc_incomplete',
        missing_requirements: {
          fields: ['ipi_number', 'publisher_name', 'society', 'pro_affiliation'],
          documents: ['id_front', 'passport_photo'],
        },
      },
    ])
    expect(await kycOf(musician)).toBe('pending')
  })

  test('is not for staff', async () => {
    expect(await submit(officer)).toMatchObject([403, {}])
  })

  test('a national id that is approved for another person is refused, however it is typed', async () => {
    const form = newForm()
    const first = await submitted(form)
    expect(await review(first.user.id, { action: 'approve' })).toMatchObject([200, {}])
    const second = await signInAs('dancer')
    const [a, b] = [form.national_id.slice(0, 3), form.national_id.slice(3)]
    await prepareKyc(second, { ...newForm(), national_id: `${a} ${b}-` })
    expect(await submit(second)).toEqual([
      400,
      {
        errors: { national_id: ['Another account is already approved with this national ID.'] },
        code: 'invalid',
      },
    ])
  })

  test('is not for a child, whatever they said when they saved it', async () => {
    const young = await signInAs('dancer')
    const restore = setProcessClock(() => new Date('2031-01-01T09:00:00Z'))
    try {
      await updateProfile(young.user, { ...newForm(), date_of_birth: '2012-06-01' })
    } finally {
      restore()
    }
    for (const type of ['id_front', 'id_back', 'passport_photo'] as const) await uploadDocument(young, type)
    expect(await submit(young)).toEqual([
      400,
      { errors: { date_of_birth: ['You must be 18 or older.'] }, code: 'invalid' },
    ])
  })
})

describe('an officer', () => {
  test('approves: it is kept with a note, audited and mailed', async () => {
    const dancer = await submitted()
    const id = dancer.user.id
    expect(await review(id, { action: 'approve', internal_note: 'Same face.' })).toEqual([
      200,
      { kyc_status: 'approved', message: expect.any(String) },
    ])
    expect(await kycOf(dancer)).toBe('approved')
    expect(
      await rows(
        db(),
        'SELECT officer_id, action, reason, internal_note FROM kyc_review WHERE user_id = $1',
        [id],
      ),
    ).toEqual([{ officer_id: officer.user.id, action: 'approve', reason: '', internal_note: 'Same face.' }])
    expect(
      await rows(
        db(),
        'SELECT actor_id, action, subject_type, after FROM audit_event WHERE subject_id = $1',
        [id],
      ),
    ).toEqual([
      {
        actor_id: officer.user.id,
        action: 'kyc.approved',
        subject_type: 'user',
        after: { kyc_status: 'approved' },
      },
    ])
    expect(await toldTo(id)).toEqual([{ kind: 'identity_decided', template: 'kyc_approved', data: {} }])
  })

  test('rejects with reasons, which the owner sees until they hand it in again', async () => {
    const dancer = await submitted()
    const told = {
      reason: 'The picture is not sharp.',
      field_reasons: { id_front: 'Too dark', city: 'Where?' },
    }
    expect(
      await review(dancer.user.id, { action: 'reject', ...told, internal_note: 'Second try.' }),
    ).toMatchObject([200, { kyc_status: 'rejected' }])
    const profile = await getMyProfile(dancer.user.id)
    expect(profile).toMatchObject({
      kyc_status: 'rejected',
      kyc_rejection_reason: told.reason,
      kyc_field_reasons: told.field_reasons,
    })
    expect(JSON.stringify(profile)).not.toContain('Second try')
    await uploadDocument(dancer, 'id_front')
    const { documents, kyc_reviewed_at } = await getMyProfile(dancer.user.id)
    const later = documents.filter(({ uploaded_at }) => uploaded_at > (kyc_reviewed_at ?? uploaded_at))
    expect(later.map(({ document_type }) => document_type)).toEqual(['id_front'])
    expect(await toldTo(dancer.user.id)).toEqual([
      { kind: 'identity_decided', template: 'kyc_rejected', data: told },
    ])

    await updateProfile(dancer.user, { city: 'Nakuru' })
    expect(await submit(dancer)).toMatchObject([200, { kyc_status: 'under_review' }])
    expect(await getMyProfile(dancer.user.id)).toMatchObject({
      kyc_rejection_reason: '',
      kyc_field_reasons: {},
    })
  })

  test('gives a reason for a rejection, about what the form has', async () => {
    const dancer = await submitted()
    expect(await review(dancer.user.id, { action: 'reject', reason: '  ' })).toEqual([
      400,
      { errors: { reason: ['Reason is required to reject KYC.'] }, code: 'invalid' },
    ])
    expect(
      await review(dancer.user.id, { action: 'reject', reason: 'No', field_reasons: { shoe_size: 'No' } }),
    ).toMatchObject([400, { errors: { field_reasons: [expect.any(String)] } }])
    expect(await kycOf(dancer)).toBe('under_review')
  })

  test('decides once, and only about what was handed in', async () => {
    const dancer = await submitted()
    const answers = await Promise.all([
      review(dancer.user.id, { action: 'approve' }),
      review(dancer.user.id, { action: 'reject', reason: 'No' }),
    ])
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409])
    expect(answers).toContainEqual([
      409,
      { error: 'This KYC has already been decided.', code: 'already_decided' },
    ])
    const draft = await signInAs('dancer')
    await updateProfile(draft.user, { city: 'Thika' })
    expect(await review(draft.user.id, { action: 'approve' })).toMatchObject([409, { code: 'not_submitted' }])
    expect(await review(newId(), { action: 'approve' })).toMatchObject([404, {}])
  })

  test('decides about what they have opened, and not about what was handed in since', async () => {
    const dancer = await submitted()
    const id = dancer.user.id
    const opened = await openedAt(id)
    const approval = { action: 'approve', kyc_submitted_at: opened }
    expect(await review(id, { ...approval, kyc_submitted_at: 'yesterday' })).toEqual([
      400,
      { errors: { kyc_submitted_at: ['Enter a date and time.'] }, code: 'invalid' },
    ])
    const colleague = await signInAs('compliance_officer')
    expect(await review(id, { action: 'reject', reason: 'Too dark.' }, colleague)).toMatchObject([200, {}])
    expect(await review(id, approval)).toMatchObject([409, { code: 'already_decided' }])
    expect(await submit(dancer)).toMatchObject([200, {}])
    const changed = [
      409,
      {
        error: 'The submission has changed since you opened it. Check it again.',
        code: 'submission_changed',
      },
    ]
    const rejection = { action: 'reject', reason: 'Too dark.', kyc_submitted_at: opened }
    for (const undoable of [true, false]) {
      expect(await review(id, { ...approval, undoable })).toEqual(changed)
      expect(await review(id, { ...rejection, undoable })).toEqual(changed)
    }
    expect(await review(id, { action: 'approve', kyc_submitted_at: null })).toEqual(changed)
    expect(await kycOf(dancer)).toBe('under_review')
    const again = { action: 'approve', kyc_submitted_at: await openedAt(id) }
    expect(await review(id, again)).toMatchObject([200, { kyc_status: 'approved' }])
  })

  test('approves one national id for one person, also of two at once', async () => {
    const form = newForm()
    const both = [await submitted(form), await submitted(form)]
    const answers = await Promise.all(both.map(({ user }) => review(user.id, { action: 'approve' })))
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409])
    expect(answers).toContainEqual([409, expect.objectContaining({ code: 'national_id_taken' })])
  })

  test('is never the one it is about, and nobody but an officer decides', async () => {
    const dancer = await submitted()
    await rows(db(), `UPDATE app_user SET role = 'compliance_officer' WHERE id = $1`, [dancer.user.id])
    const oneself = await signInAs('dancer')
    expect(await review(dancer.user.id, { action: 'approve' }, oneself)).toMatchObject([403, {}])
    const { email } = dancer.user
    const promoted = await login({ email, password, address: newAddress(), userAgent: 'test' })
    expect(await review(dancer.user.id, { action: 'approve' }, promoted)).toEqual([
      403,
      { error: 'You can’t decide on your own KYC.', code: 'own_submission' },
    ])
    expect(await kycOf(dancer)).toBe('under_review')
  })
})
