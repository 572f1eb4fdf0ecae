// Nobody takes a name that looks like that of somebody who dances in a running month.
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { fillLooks } from '#lib/domain/accounts/name-look.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { call, mailedToken, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { asOwner, holdsUp } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { until } from '#tests/support/until.ts'

setUpAccounts()

const usernameTaken = { username: ['This username is taken. Please choose another one.'] }
const nameTaken = [
  'A dancer of this month already has this name or a similar one. Please choose another one.',
]
let count = 0
/** A name of its own, in Latin letters that others look like. */
const newName = () => `Akoyo Steps ${'abcdefghjkmpqrstxyz'.charAt(count++)}`
const inCyrillic = (name: string) => name.replaceAll('A', 'А').replaceAll('o', 'о').replaceAll('e', 'е')

async function dancer(username: string, displayName = `Shown as ${username}`) {
  return createPerson('dancer', { username, displayName })
}
async function subscribe(dancerId: string, month: { id: string }, status = 'paid') {
  await db().query(
    `INSERT INTO subscription (challenge_id, dancer_id, status, amount, paid_at)
     VALUES ($1, $2, $3::subscription_status, 5000, CASE WHEN $3 = 'paid' THEN now() END)`,
    [month.id, dancerId, status],
  )
}
const register = async (more: object) => (await call('register', newcomer({ ...more }))).body
const change = (by: SignedIn, display_name: string) =>
  ask(contract.profiles.update, by, { params: { id: by.user.id }, body: { display_name } })

describe('while somebody dances in a month', () => {
  test('neither the name they signed up with nor the one they show is taken again, in letters that look the same', async () => {
    const [name, shown] = [newName(), newName()]
    const { id } = await dancer(name, shown)
    await subscribe(id, await openMonth())
    for (const taken of [name, shown])
      for (const alike of [
        inCyrillic(taken),
        inCyrillic(taken).toUpperCase(),
        taken.replaceAll('o', '0'),
        `${taken}.`,
      ]) {
        expect((await register({ username: alike })).errors).toEqual(usernameTaken)
        const [first_name, ...rest] = alike.split(' ')
        expect((await register({ first_name, last_name: rest.join(' ') })).errors).toEqual({
          first_name: nameTaken,
        })
      }
    expect((await register({ username: inCyrillic(name), first_name: 'Somebody' })).errors).toEqual(
      usernameTaken,
    )
    expect(await register({ username: `${name}${name}` })).toMatchObject({ user: expect.anything() })
  })

  test('nobody else shows such a name, and they themselves may', async () => {
    const me = await signInAs('dancer')
    const name = newName()
    const month = await openMonth()
    expect((await change(me, name)).status).toBe(200)
    await subscribe(me.user.id, month)
    expect((await change(me, inCyrillic(name))).status).toBe(200)
    expect((await change(me, name)).status).toBe(200)
    const other = await signInAs('copyright_owner')
    expect(await change(other, ` ${inCyrillic(name)} `)).toMatchObject({
      status: 400,
      body: { errors: { display_name: nameTaken }, code: 'invalid' },
    })
    expect(await change(other, `Aki\u200bnyi`)).toMatchObject({
      status: 400,
      body: { errors: { display_name: ['Please remove invisible characters.'] } },
    })
  })

  test('whoever had such a name before keeps it', async () => {
    const name = newName()
    const other = await signInAs('dancer')
    await change(other, inCyrillic(name))
    const { id } = await dancer(name)
    await subscribe(id, await openMonth())
    expect((await change(other, inCyrillic(name))).status).toBe(200)
    expect((await change(other, inCyrillic(name).toUpperCase())).status).toBe(400)
  })

  test('a video in the month counts like a subscription, unless it was rejected', async () => {
    const [name, rejected] = [newName(), newName()]
    const month = await openMonth()
    await addVideo(month, { dancerId: (await dancer(name)).id })
    const video = await addVideo(month, { dancerId: (await dancer(rejected)).id })
    await changeVideo(video, { status: 'rejected' })
    expect((await register({ username: inCyrillic(name) })).errors).toEqual(usernameTaken)
    expect((await register({ username: inCyrillic(rejected) })).errors).toBeUndefined()
  })
})

const nameReserved = ['This name looks like Ngoma’s staff or M-PESA. Please choose another one.']

test('nobody registers or shows a name that could be taken for staff or M-Pesa, and whoever had one keeps it', async () => {
  for (const name of ['admin', 'M-PESA', 'Ngoma Official', 'Safaricom M-PESA', '4dm1n']) {
    expect((await register({ username: name })).errors, name).toEqual({ username: nameReserved })
    expect((await register({ first_name: name, last_name: '' })).errors, name).toEqual({
      first_name: nameReserved,
    })
  }
  const me = await signInAs('dancer')
  expect(await change(me, 'Ngoma Official')).toMatchObject({
    status: 400,
    body: { errors: { display_name: nameReserved } },
  })
  await db().query(`UPDATE profile SET display_name = 'Ngoma Official' WHERE user_id = $1`, [me.user.id])
  expect((await change(me, 'Ngoma Official')).status).toBe(200)
})

test('names of those who dance in no month, have not paid, or whose month is closed, are free', async () => {
  const [idle, unpaid, past] = [newName(), newName(), newName()]
  await dancer(idle)
  const [running, closed] = [await openMonth(), await openMonth()]
  await subscribe((await dancer(unpaid)).id, running, 'pending')
  await subscribe((await dancer(past)).id, closed)
  await db().query(`UPDATE challenge SET phase = 'closed', closed_at = now() WHERE id = $1`, [closed.id])
  for (const name of [idle, unpaid, past])
    expect((await register({ username: inCyrillic(name) })).errors).toBeUndefined()
})

test('a name is kept in one form, whatever it was typed in', async () => {
  const entered = newcomer({ first_name: ' Ａkinyi', last_name: ' wa \u00a0 Thika ' })
  const typed = entered.username.replace(' ', ' \u00a0\t ')
  await call('register', { ...entered, username: ` ${typed}\n` })
  const { body } = await call('verifyEmail', { token: await mailedToken(entered.email) })
  expect(body.user).toMatchObject({
    username: entered.username,
    first_name: 'Akinyi',
    last_name: 'wa Thika',
  })
})

test('people of before the rule get their looks from the worker', async () => {
  const name = newName()
  const { id } = await dancer(name)
  await subscribe(id, await openMonth())
  await db().query(`UPDATE app_user SET username_look = '' WHERE id = $1`, [id])
  await db().query(`UPDATE profile SET display_name_look = '0:of an older rule' WHERE user_id = $1`, [id])
  expect((await register({ username: inCyrillic(name) })).errors).toBeUndefined()
  expect(await fillLooks(db())).toBeGreaterThan(0)
  expect(await fillLooks(db())).toBe(0)
  const other = newName()
  await db().query('UPDATE app_user SET username = $2, username_look = $3 WHERE id = $1', [id, other, ''])
  await fillLooks(db())
  expect((await register({ username: inCyrillic(other) })).errors).toEqual(usernameTaken)
  const kept = await firstRow<{ look: string }>(
    db(),
    'SELECT display_name_look AS look FROM profile WHERE user_id = $1',
    [id],
  )
  expect(kept?.look).toMatch(/^2:/)
})

test('looks of names that are changed or erased while the worker computes them are not written', async () => {
  const [renamed, erased] = [await dancer(newName()), await dancer(newName())]
  const ids = [renamed.id, erased.id]
  await db().query(`UPDATE app_user SET username_look = '' WHERE id = ANY ($1)`, [ids])
  await db().query(`UPDATE profile SET display_name_look = '' WHERE user_id = ANY ($1)`, [ids])
  await asOwner(async (client) => {
    await client.query('BEGIN')
    await client.query(
      `UPDATE app_user SET username = id::text, username_look = CASE WHEN id = $1 THEN '2:of the new name' ELSE '' END,
        deleted_at = CASE WHEN id = $1 THEN NULL ELSE now() END WHERE id = ANY ($2)`,
      [renamed.id, ids],
    )
    await client.query(
      `UPDATE profile SET display_name = 'Another', display_name_look = CASE WHEN user_id = $1 THEN '2:another' ELSE '' END
        WHERE user_id = ANY ($2)`,
      [renamed.id, ids],
    )
    const filling = fillLooks(db())
    await until('the worker has read the former names', () => holdsUp(client))
    await client.query('COMMIT')
    await filling
  })
  expect(await looksOf(renamed.id)).toEqual({ username: '2:of the new name', shown: '2:another' })
  expect(await fillLooks(db())).toBe(0)
  expect(await looksOf(erased.id)).toEqual({ username: '', shown: '' })
})

const looksOf = (id: string) =>
  firstRow(
    db(),
    `SELECT u.username_look AS username, p.display_name_look AS shown
      FROM app_user u JOIN profile p ON p.user_id = u.id WHERE u.id = $1`,
    [id],
  )
