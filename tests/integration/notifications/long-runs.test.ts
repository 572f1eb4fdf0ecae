// Runs that last longer than anybody would like, because a mail server is slow: its mails wait until the test answers them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSeconds, nairobiTime, withClock } from '#lib/core/clock.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { deliverDue } from '#lib/domain/notifications/deliver.ts'
import { tellFollowers } from '#lib/domain/notifications/tell-followers.ts'
import { openMonth } from '#tests/support/contest.ts'
import { LATER, startHoldingMailbox, TAKEN } from '#tests/support/holding-mailbox.ts'
import { createPerson } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'

const MINUTE = 60
/** So many are mailed at once. */
const AT_ONCE = 8
const noon = nairobiTime(2027, 3, 10, 12)

let moment = noon
const byTheClock = <T>(work: () => T): T => withClock(() => moment, work)
const after = (minutes: number) => {
  moment = addSeconds(noon, minutes * MINUTE)
}

let mailbox: Awaited<ReturnType<typeof startHoldingMailbox>>
beforeAll(async () => {
  mailbox = await startHoldingMailbox()
})
beforeEach(async () => {
  after(0)
  await db().query('DELETE FROM notification')
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis(), closeQueues(), mailbox.end()])
})

type Person = { id: string; email: string }
const people = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => createPerson('dancer')))
const tell = (...told: Person[]) =>
  byTheClock(() =>
    transaction((tx) =>
      notify(
        tx,
        ...told.map(({ id }) => ({
          userId: id,
          occasion: 'W1',
          template: 'withdrawal_paid' as const,
          data: { reference: 'W1', amount: 150, receipt: 'SKL81H2J0Q' },
        })),
      ),
    ),
  )
const idsOf = (some: readonly Person[]) => some.map(({ id }) => id)
const mailsTo = (some: readonly Person[]) =>
  some.map(({ email }) => mailbox.arrived.filter((to) => to === email).length)
const mailed = (some: readonly Person[]) => mailsTo(some).reduce((sum, count) => sum + count, 0)
const untilMailed = (...some: Person[]) =>
  until('each has a mail', () => mailsTo(some).every((count) => count > 0))

test('what a run comes to late is its own for ten minutes from then', async () => {
  const [first, [last]] = [await people(AT_ONCE), await people(1)]
  if (!last) throw new Error('nobody')
  await tell(...first, last)
  const run = byTheClock(() => deliverDue(idsOf([...first, last])))
  await untilMailed(...first)
  after(3)
  mailbox.answer(TAKEN)
  await untilMailed(last)
  after(11)
  await byTheClock(() => deliverDue([last.id]))
  mailbox.answer(TAKEN)
  await run
  await byTheClock(() => deliverDue([last.id]))
  expect(mailsTo([...first, last])).toEqual(Array.from({ length: AT_ONCE + 1 }, () => 1))
})

test('what the server puts off late waits five minutes from then', async () => {
  const [person] = await people(1)
  if (!person) throw new Error('nobody')
  await tell(person)
  const run = byTheClock(() => deliverDue([person.id]))
  await untilMailed(person)
  after(11)
  mailbox.answer(LATER)
  await run
  await byTheClock(() => deliverDue([person.id]))
  expect(mailsTo([person])).toEqual([1])
  after(16)
  await byTheClock(() => deliverDue([person.id]))
  expect(mailsTo([person])).toEqual([2])
})

test('a run for everybody leaves the rest to the next, which does not begin before it ends', async () => {
  const all = await people(AT_ONCE + 2)
  await tell(...all)
  const run = byTheClock(() => deliverDue())
  await until('the first are mailed', () => mailed(all) === AT_ONCE)
  expect(await byTheClock(() => deliverDue())).toBe(false)
  expect(mailed(all)).toBe(AT_ONCE)
  after(11)
  mailbox.answer(TAKEN)
  expect(await run).toBe(true)
  expect(mailed(all)).toBe(AT_ONCE)
  const next = byTheClock(() => deliverDue())
  await untilMailed(...all)
  mailbox.answer(TAKEN)
  expect(await next).toBe(true)
  expect(mailsTo(all)).toEqual(all.map(() => 1))
})

test('a run whose worker is told to end tells those that it is at, and leaves the rest to the next', async () => {
  const all = await people(AT_ONCE + 2)
  await tell(...all)
  const worker = new AbortController()
  const run = byTheClock(() => deliverDue(undefined, worker.signal))
  await until('the first are mailed', () => mailed(all) === AT_ONCE)
  worker.abort()
  mailbox.answer(TAKEN)
  expect(await run).toBe(true)
  expect(mailed(all)).toBe(AT_ONCE)
  const next = byTheClock(() => deliverDue())
  await untilMailed(...all)
  mailbox.answer(TAKEN)
  expect(await next).toBe(true)
  expect(mailsTo(all)).toEqual(all.map(() => 1))
})

test('of voters no more are claimed than are told at once', async () => {
  const month = await openMonth()
  await db().query("UPDATE challenge SET phase = 'closed' WHERE id = $1", [month.id])
  const voters = Array.from({ length: AT_ONCE + 1 }, newId).map((id) => ({
    id,
    email: `${id}@example.test`,
  }))
  await prisma().resultFollower.createMany({
    data: voters.map((voter) => ({
      ...voter,
      challengeId: month.id,
      locale: 'en',
      createdAt: noon,
      confirmedAt: noon,
    })),
  })
  const tellAll = () => byTheClock(() => tellFollowers(() => false))
  const run = tellAll()
  await until('the first are mailed', () => mailed(voters) === AT_ONCE)
  after(11)
  mailbox.answer(TAKEN)
  await untilMailed(...voters)
  await tellAll()
  mailbox.answer(TAKEN)
  await run
  expect(mailsTo(voters)).toEqual(voters.map(() => 1))
})
