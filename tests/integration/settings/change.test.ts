// docs/api.md, Admin: settings are typed, bounded, versioned, audited.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settingNames } from '#lib/contract/settings/constants.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { forgetSettings, readSettings } from '#lib/domain/settings/queries.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import * as route from '../../../app/api/admin/system-settings/route.ts'

let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
beforeEach(async () => {
  await rows(db(), 'DELETE FROM setting')
  forgetSettings()
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const patch = (body: unknown, who = admin) =>
  send(route.PATCH, { method: 'PATCH', body, access: who.access, address: '10.9.8.7' })
const change = (value: unknown, version = 0, name = 'tracks_per_musician') => patch({ name, value, version })
async function list(access = admin.access) {
  const response = await send(route.GET, { access })
  return { status: response.status, results: (await response.json()).results }
}
const one = async (name = 'tracks_per_musician') =>
  (await list()).results.find((setting: { name: string }) => setting.name === name)

test('every setting is listed with its meaning in numbers, untouched at its default', async () => {
  const { results } = await list()
  expect(results.map(({ name }: { name: string }) => name).sort()).toEqual([...settingNames].sort())
  expect(await one()).toEqual({
    name: 'tracks_per_musician',
    value: 3,
    default: 3,
    min: 1,
    max: 100,
    unit: 'tracks',
    version: 0,
    changes: expect.any(Array),
    takes_two: false,
    proposal: null,
  })
})

test('a change is in force here at once, counted, and on record with who made it', async () => {
  expect((await readSettings()).tracks_per_musician).toBe(3)
  const answer = await change(5)
  expect(answer.status).toBe(200)
  const changed = await answer.json()
  expect(changed).toMatchObject({ name: 'tracks_per_musician', value: 5, version: 1 })
  expect(changed.changes[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    by: admin.user.username,
    before: 3,
    after: 5,
  })
  expect((await readSettings()).tracks_per_musician).toBe(5)
  expect(await change(7, 1).then((next) => next.json())).toMatchObject({ value: 7, version: 2 })
  expect((await one()).changes.slice(0, 2)).toMatchObject([
    { before: 5, after: 7 },
    { before: 3, after: 5 },
  ])
})

test('what somebody else has changed in the meantime is not overwritten', async () => {
  expect((await change(5)).status).toBe(200)
  await expectAnswer(await change(6), 409, {
    error: 'Someone has changed this setting meanwhile. Check its new value first.',
    code: 'setting_changed',
  })
  expect((await one()).value).toBe(5)
})

test('of many changes made from the same version one counts', async () => {
  const answers = await Promise.all([11, 12, 13, 14, 15].map((value) => change(value)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await one()).version).toBe(1)
})

test('the same value again changes nothing and is on nobody’s record', async () => {
  await change(5)
  const before = (await one()).changes.length
  expect(await (await change(5, 1)).json()).toMatchObject({ value: 5, version: 1 })
  expect((await one()).changes).toHaveLength(before)
})

test('a value out of its bounds, of another type or of no setting is refused by its field', async () => {
  for (const value of [0, 101, 2.5, -1])
    await expectAnswer(await change(value), 400, {
      errors: { value: ['Choose a whole number from 1 to 100.'] },
      code: 'invalid',
    })
  for (const value of ['5', null, true, undefined])
    await expectAnswer(await change(value), 400, {
      errors: { value: ['Enter a number.'] },
      code: 'invalid',
    })
  await expectAnswer(await patch({ name: 'root_password', value: 1, version: -1 }), 400, {
    errors: { name: ['Choose a setting.'], version: ['Must be at least 0.'] },
    code: 'invalid',
  })
  expect(await one()).toMatchObject({ value: 3, version: 0 })
})

test('a stored value that is out of bounds reads as the default, and can be put right', async () => {
  await rows(db(), `INSERT INTO setting (key, value) VALUES ('tracks_per_musician', '4000')`)
  expect(await one()).toMatchObject({ value: 3, version: 1 })
  expect((await change(4, 1)).status).toBe(200)
})

test('only super admins may look and change', async () => {
  for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const) {
    const other = await signInAs(role)
    expect((await list(other.access)).status).toBe(403)
    expect((await patch({ name: 'tracks_per_musician', value: 9, version: 0 }, other)).status).toBe(403)
  }
  expect((await send(route.GET)).status).toBe(401)
})
