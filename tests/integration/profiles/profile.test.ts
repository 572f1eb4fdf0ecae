import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const me = await loadRoute(contract.profiles.me)
const one = await loadRoute(contract.profiles.update)

async function read({ access }: SignedIn): Promise<Profile> {
  const answer = await send(me.GET, { access })
  expect(answer.status).toBe(200)
  return answer.json()
}

function change(by: SignedIn, body: unknown, id = by.user.id): Promise<Response> {
  return send(one.PATCH, { method: 'PATCH', params: { id }, body, access: by.access })
}

async function expectRefused(answer: Promise<Response>, status: number, body: unknown) {
  const response = await answer
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body })
}

const setStatus = (person: SignedIn, status: string) =>
  rows(db(), 'UPDATE profile SET kyc_status = $2::kyc_status WHERE user_id = $1', [person.user.id, status])

describe('the own profile', () => {
  test('has the language of the account, which can be changed to one that there is', async () => {
    const dancer = await signInAs('dancer')
    expect((await read(dancer)).locale).toBe('en')
    expect(await (await change(dancer, { locale: 'sw' })).json()).toMatchObject({ locale: 'sw' })
    await expectRefused(change(dancer, { locale: 'fr' }), 400, {
      errors: { locale: ['Choose en or sw.'] },
      code: 'invalid',
    })
    expect((await read(dancer)).locale).toBe('sw')
  })

  test('of a dancer asks for six fields and three documents, and nothing is there yet', async () => {
    const dancer = await signInAs('dancer')
    const profile = await read(dancer)
    expect(profile).toMatchObject({
      id: dancer.user.id,
      user: { ...dancer.user, phone_number: '' },
      display_name: 'Amina Wanjiru Odhiambo',
      avatar: '💃',
      kyc_status: 'not_submitted',
      kyc_rejection_reason: '',
      is_kyc_complete: false,
      documents: [],
      country: 'Kenya',
      full_name: '',
      total_votes: 0,
      total_views: 0,
    })
    expect(profile.required_fields).toHaveLength(6)
    expect(profile.missing_requirements).toEqual({
      fields: ['full_name', 'date_of_birth', 'national_id', 'address_line_1', 'city'],
      documents: ['id_front', 'id_back', 'passport_photo'],
    })
  })

  test('of a musician asks for four fields more; staff are asked for nothing', async () => {
    const musician = await read(await signInAs('copyright_owner'))
    expect(musician.avatar).toBe('🎵')
    expect(musician.required_fields.slice(6)).toEqual([
      'ipi_number',
      'publisher_name',
      'society',
      'pro_affiliation',
    ])
    const officer = await read(await signInAs('compliance_officer'))
    expect(officer.missing_requirements).toEqual({ fields: [], documents: [] })
  })

  test('is nobody’s without signing in', async () => {
    expect((await send(me.GET)).status).toBe(401)
  })
})

describe('changing the profile', () => {
  test('changes what is named and leaves the rest', async () => {
    const dancer = await signInAs('dancer')
    const answer = await change(dancer, {
      display_name: '  Shiru wa Thika ',
      bio: 'Gengetone first.',
      social_links: { instagram: '@shiru', tiktok: 'https://www.tiktok.com/@shiru' },
      phone_number: '0712 345 678',
    })
    expect(answer.status).toBe(200)
    const changed = await read(dancer)
    expect(await answer.json()).toEqual(changed)
    expect(changed).toMatchObject({
      display_name: 'Shiru wa Thika',
      bio: 'Gengetone first.',
      location: '',
      social_links: { instagram: '@shiru', tiktok: 'https://www.tiktok.com/@shiru' },
      kyc_status: 'not_submitted',
      user: {
        username: dancer.user.username,
        email: dancer.user.email,
        first_name: 'Shiru',
        last_name: 'wa Thika',
        phone_number: '254712345678',
      },
    })
    await change(dancer, { bio: '' })
    expect(await read(dancer)).toEqual({ ...changed, bio: '' })
  })

  test('is for oneself alone: another id is not found, whoever it is', async () => {
    const [dancer, other] = await Promise.all([signInAs('dancer'), signInAs('dancer')])
    const notFound = { detail: 'Not found.', code: 'not_found' }
    await expectRefused(change(dancer, { bio: 'mine' }, other.user.id), 404, notFound)
    await expectRefused(change(dancer, { bio: 'mine' }, newId()), 404, notFound)
    expect((await read(other)).bio).toBe('')
  })

  test('tells by the field what does not fit, and changes nothing', async () => {
    const dancer = await signInAs('dancer')
    const before = await read(dancer)
    const wrong = {
      bio: 'x'.repeat(501),
      display_name: 'x',
      social_links: { instagram: 'https://evil.example/shiru' },
      date_of_birth: '12/04/1999',
      country: 'Atlantis',
    }
    const answer = await change(dancer, { ...wrong, location: 'Thika' })
    expect(answer.status).toBe(400)
    expect(Object.keys((await answer.json()).errors).sort()).toEqual([
      'bio',
      'country',
      'date_of_birth',
      'display_name',
      'social_links.instagram',
    ])
    await expectRefused(change(dancer, { bio: 'new', phone_number: 'call me' }), 400, {
      errors: { phone_number: ['Enter a Kenyan mobile number, for example 0712 345 678.'] },
      code: 'invalid',
    })
    expect(await read(dancer)).toEqual(before)
  })

  test('remembers when the phone became another one', async () => {
    const dancer = await signInAs('dancer')
    const changedAt = async () =>
      (
        await firstRow<{ at: Date | null }>(
          db(),
          'SELECT phone_changed_at AS at FROM app_user WHERE id = $1',
          [dancer.user.id],
        )
      )?.at
    await change(dancer, { bio: 'no phone in here' })
    expect(await changedAt()).toBe(null)
    await change(dancer, { phone_number: '0712345678' })
    const first = await changedAt()
    expect(first).toBeInstanceOf(Date)
    await change(dancer, { phone_number: '+254712345678' })
    expect(await changedAt()).toEqual(first)
  })
})

describe('the KYC draft', () => {
  const national_id = '98765432'

  test('is pending once something is saved, and lies sealed', async () => {
    const dancer = await signInAs('dancer')
    await change(dancer, { full_name: ' Amina  Odhiambo ', national_id, date_of_birth: '1999-04-12' })
    const profile = await read(dancer)
    expect(profile).toMatchObject({ kyc_status: 'pending', full_name: 'Amina Odhiambo', national_id })
    expect(profile.missing_requirements.fields).toEqual(['address_line_1', 'city'])
    await change(dancer, { city: 'Kisumu', full_name: '   ' })
    expect(await read(dancer)).toMatchObject({
      city: 'Kisumu',
      national_id,
      missing_requirements: { fields: ['full_name', 'address_line_1'] },
    })
    const [stored] = await rows<{ bytes: string }>(
      db(),
      `SELECT encode(sealed, 'escape') || encode(national_id_hash, 'escape') AS bytes FROM kyc_record
       WHERE user_id = $1`,
      [dancer.user.id],
    )
    expect(stored?.bytes).toBeTruthy()
    for (const plain of [national_id, 'Kisumu', '1999', 'full_name'])
      expect(stored?.bytes).not.toContain(plain)
  })

  test('takes nobody under 18 and nobody who is not born yet', async () => {
    const dancer = await signInAs('dancer')
    const refusal = (sentence: string) => ({ errors: { date_of_birth: [sentence] }, code: 'invalid' })
    const year = new Date().getUTCFullYear()
    await expectRefused(
      change(dancer, { date_of_birth: `${year - 17}-01-01` }),
      400,
      refusal('You must be 18 or older.'),
    )
    await expectRefused(
      change(dancer, { date_of_birth: `${year + 2}-01-01` }),
      400,
      refusal('Enter your date of birth.'),
    )
    expect(await read(dancer)).toMatchObject({ kyc_status: 'not_submitted', date_of_birth: '' })
  })

  test('is locked while it is under review or approved; the rest of the profile is not', async () => {
    const dancer = await signInAs('dancer')
    for (const status of ['under_review', 'approved']) {
      await setStatus(dancer, status)
      await expectRefused(change(dancer, { city: 'Nakuru', bio: 'both' }), 409, {
        error: 'Cannot submit: Your KYC is already submitted or approved',
        code: 'kyc_locked',
      })
      expect(await read(dancer)).toMatchObject({ city: '', bio: '' })
    }
    expect((await change(dancer, { bio: 'still mine' })).status).toBe(200)
  })

  test('may be changed after a rejection, and stays rejected until it is handed in again', async () => {
    const dancer = await signInAs('dancer')
    await setStatus(dancer, 'rejected')
    expect((await change(dancer, { city: 'Nakuru' })).status).toBe(200)
    expect(await read(dancer)).toMatchObject({ kyc_status: 'rejected', city: 'Nakuru' })
  })

  test('keeps of a dancer no publisher, and of staff nothing', async () => {
    const [dancer, officer] = await Promise.all([signInAs('dancer'), signInAs('compliance_officer')])
    await change(dancer, { publisher_name: 'Mine' })
    expect(await read(dancer)).toMatchObject({ kyc_status: 'not_submitted', publisher_name: '' })
    await change(officer, { full_name: 'An Officer' })
    expect(await read(officer)).toMatchObject({ kyc_status: 'not_submitted', full_name: '' })
  })
})
