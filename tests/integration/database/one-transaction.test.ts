import { afterAll, expect, test } from 'vitest'
import { closeDb, db, sqlState, violatedConstraint } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { closeRedis } from '#lib/core/redis.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const person = (username: string) => ({
  id: newId(),
  username,
  email: `${username.toLowerCase()}@example.com`,
  passwordHash: 'none',
  firstName: 'Amina',
  lastName: 'Otieno',
  role: 'dancer' as const,
})

const countOf = (username: string) => prisma().user.count({ where: { username } })

test('Prisma, Kysely and SQL see each other inside of a transaction, and nobody else sees them before its end', async () => {
  const amina = person('amina_one')
  await transaction(async (tx) => {
    await tx.prisma.user.create({ data: amina })
    const seen = await tx.kysely
      .updateTable('app_user')
      .set({ first_name: 'Aisha' })
      .where('id', '=', amina.id)
      .executeTakeFirst()
    expect(seen.numUpdatedRows).toBe(1n)
    const { rows } = await tx.client.query('SELECT first_name FROM app_user WHERE id = $1', [amina.id])
    expect(rows).toEqual([{ first_name: 'Aisha' }])
    expect(await tx.prisma.user.findUnique({ where: { id: amina.id } })).toMatchObject({ firstName: 'Aisha' })
    expect(await countOf('amina_one')).toBe(0)
  })
  expect(await countOf('amina_one')).toBe(1)
})

test('what Prisma has written is undone with its transaction, also where it takes several statements', async () => {
  const nested = {
    ...person('amina_two'),
    secondFactor: { create: { secret: new Uint8Array([1]), createdAt: new Date() } },
  }
  await expect(
    transaction(async (tx) => {
      await tx.prisma.user.create({ data: nested })
      expect(await tx.prisma.secondFactor.count({ where: { userId: nested.id } })).toBe(1)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await countOf('amina_two')).toBe(0)
  await transaction((tx) => tx.prisma.user.create({ data: nested }))
  expect(await countOf('amina_two')).toBe(1)
})

test('many transactions use Prisma at once, each on its own connection', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `amina_many_${index}`)
  const ends = await Promise.allSettled(
    names.map((name, index) =>
      transaction(async (tx) => {
        await tx.prisma.user.create({ data: person(name) })
        expect(
          await tx.prisma.user.count({ where: { username: { startsWith: 'amina_many_' } } }),
        ).toBeGreaterThan(0)
        if (index % 2 === 1) throw new Error('undone')
      }),
    ),
  )
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect(await Promise.all(names.map(countOf))).toEqual(names.map((_, index) => (index % 2 === 1 ? 0 : 1)))
})

test('a transaction that loses to another is run again, whole, where Prisma is the one to be told', async () => {
  const [first, second] = [person('amina_lock_a'), person('amina_lock_b')]
  await prisma().user.createMany({ data: [first, second] })
  const touch = (a: string, b: string, met: () => Promise<void>) =>
    transaction(async (tx) => {
      await tx.prisma.user.update({ where: { id: a }, data: { lastName: 'Wairimu' } })
      await met()
      await tx.prisma.user.update({ where: { id: b }, data: { firstName: 'Aisha' } })
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  let there = 0
  const meet = () => {
    there += 1
    if (there === 2) resolve()
    return promise
  }
  await Promise.all([touch(first.id, second.id, meet), touch(second.id, first.id, meet)])
  expect(there).toBe(3)
})

test('an error of the database says its state and constraint, whoever was asked', async () => {
  await prisma().user.create({ data: person('amina_three') })
  const again = { ...person('amina_three'), email: 'other@example.com' }
  const told = await transaction((tx) => tx.prisma.user.create({ data: again })).catch(
    (error: unknown) => error,
  )
  expect([sqlState(told), violatedConstraint(told)]).toEqual(['23505', 'app_user_username_key'])
})

test('nobody uses a transaction after its end, nor begins one of another kind', async () => {
  const left = await transaction(async (tx) => tx)
  expect(() => left.prisma).toThrow('inside of `transaction`')
  const begun = kysely(db())
    .transaction()
    .execute(async () => undefined)
  await expect(begun).rejects.toThrow('run by `transaction`')
})
