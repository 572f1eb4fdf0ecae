import { afterAll, expect, test } from 'vitest'
import { closeDb, db, sqlState, violatedConstraint } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { closeRedis } from '#lib/core/redis.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const person = (username: string) => ({
  id: newId(),
  username,
  usernameLook: username,
  email: `${username.toLowerCase()}@example.com`,
  passwordHash: 'none',
  firstName: 'Amina',
  lastName: 'Otieno',
  role: 'dancer' as const,
})

const countOf = (username: string) => prisma().user.count({ where: { username } })
const add = (tx: Tx, username: string) => tx.kysely.insertInto('appUser').values(person(username)).execute()

test('Kysely and SQL see each other inside of a transaction, and nobody else sees them before its end', async () => {
  const amina = person('amina_one')
  await transaction(async (tx) => {
    await tx.kysely.insertInto('appUser').values(amina).execute()
    const seen = await tx.kysely
      .updateTable('appUser')
      .set({ firstName: 'Aisha' })
      .where('id', '=', amina.id)
      .executeTakeFirst()
    expect(seen.numUpdatedRows).toBe(1n)
    const { rows } = await tx.client.query('SELECT first_name FROM app_user WHERE id = $1', [amina.id])
    expect(rows).toEqual([{ first_name: 'Aisha' }])
    expect(await countOf('amina_one')).toBe(0)
  })
  expect(await countOf('amina_one')).toBe(1)
})

test('many transactions at once each have a connection of their own, and end for themselves', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `amina_many_${index}`)
  const ends = await Promise.allSettled(
    names.map((name, index) =>
      transaction(async (tx) => {
        await add(tx, name)
        if (index % 2 === 1) throw new Error('undone')
      }),
    ),
  )
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect(await Promise.all(names.map(countOf))).toEqual(names.map((_, index) => (index % 2 === 1 ? 0 : 1)))
})

test('a transaction that loses to another is run again, whole', async () => {
  const [first, second] = [person('amina_lock_a'), person('amina_lock_b')]
  await prisma().user.createMany({ data: [first, second] })
  const rename = (tx: Tx, id: string) =>
    tx.kysely.updateTable('appUser').set({ lastName: 'Wairimu' }).where('id', '=', id).execute()
  const touch = (a: string, b: string, met: () => Promise<void>) =>
    transaction(async (tx) => {
      await rename(tx, a)
      await met()
      await rename(tx, b)
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  let there = 0
  const meet = () => {
    there += 1
    if (there === 2) resolve()
    return promise
  }
  await Promise.all([touch(first.id, second.id, meet), touch(second.id, first.id, meet)])
  // Three if the loser waits for the winner, more if it takes its first row before the winner wakes.
  expect(there).toBeGreaterThanOrEqual(3)
})

test.each([
  ['Kysely', () => transaction((tx) => add(tx, 'amina_three'))],
  ['Prisma', () => prisma().user.create({ data: person('amina_three') })],
])('an error of the database says its state and constraint through %s', async (_, create) => {
  const other = { ...person('amina_three'), email: 'other@example.com' }
  await prisma().user.createMany({ data: other, skipDuplicates: true })
  const told = await create().catch((error: unknown) => error)
  expect([sqlState(told), violatedConstraint(told)]).toEqual(['23505', 'app_user_username_key'])
})

test('nobody begins a transaction of another kind', async () => {
  const begun = kysely(db())
    .transaction()
    .execute(async () => undefined)
  await expect(begun).rejects.toThrow('run by `transaction`')
})
