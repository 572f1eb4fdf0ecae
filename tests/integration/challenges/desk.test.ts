// A month's dates and phase, what it waits for, and both moved by hand.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { closeDb, db, type Queryable, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { noteStatementRead } from '#lib/domain/payments/statement-read.ts'
import { listRunningMonths } from '#lib/domain/royalties/running-months.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import * as dates from '../../../app/api/admin/challenges/[id]/dates/route.ts'
import * as phase from '../../../app/api/admin/challenges/[id]/phase/route.ts'
import * as challenges from '../../../app/api/admin/challenges/route.ts'

const DAY = 86_400
let month: Month
let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
beforeEach(async () => {
  await db().query(`UPDATE challenge SET phase = 'closed'`)
  month = await openMonth()
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis(), closeQueues()])
})

const inDays = (days: number) => addSeconds(now(), days * DAY).toISOString()
async function list(access = admin.access) {
  const response = await send(challenges.GET, { access })
  return { status: response.status, ...(await response.json()) }
}
const move = (body: unknown, id = month.id, access = admin.access) =>
  send(dates.PATCH, { method: 'PATCH', params: { id }, body, access, address: '10.9.8.7' })
const toPhase = (to: string) =>
  send(phase.POST, { method: 'POST', params: { id: month.id }, body: { phase: to }, access: admin.access })

test('a month is shown with its dates, its next phase, and the payments that it waits for', async () => {
  const dancer = await signInAs('dancer')
  const [intent, subscription] = [newId(), newId()]
  await rows(
    db(),
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference)
      VALUES ($1, 'subscription', 'awaiting', 100000, '254700000000', $2)`,
    [intent, intent.slice(-12)],
  )
  await rows(
    db(),
    `INSERT INTO subscription (id, challenge_id, dancer_id, status, amount) VALUES ($1, $2, $3, 'pending', 100000)`,
    [subscription, month.id, dancer.user.id],
  )
  await rows(db(), 'INSERT INTO subscription_payment (intent_id, subscription_id) VALUES ($1, $2)', [
    intent,
    subscription,
  ])
  const { results } = await list()
  expect(results).toEqual([
    {
      id: month.id,
      title: 'The month',
      phase: 'voting',
      starts_at: expect.any(String),
      voting_starts_at: expect.any(String),
      submissions_end_at: month.endsAt.toISOString(),
      ends_at: month.endsAt.toISOString(),
      latest_end_at: expect.any(String),
      next_phase: 'tallying',
      payments_open: 1,
      callbacks_open: 0,
      closes_from: null,
      statement: null,
      held: null,
      reversed: null,
      close_problem: '',
    },
  ])
})

test('a month that is tallied says from when it closes, and how far the statement has to be read', async () => {
  await db().query(`DELETE FROM system_check WHERE name = 'statement_read'`)
  const end = month.endsAt
  const shownAt = (seconds: number) =>
    withClock(
      () => addSeconds(end, seconds),
      async () => (await listRunningMonths(db(), month.id))[0],
    )
  const after = (seconds: number) => addSeconds(end, seconds).toISOString()
  const statement = { needed_to: after(15 * 60), read_to: null, waits_until: after(2 * DAY) }
  expect(await shownAt(-60)).toMatchObject({ closes_from: null, statement: null })
  expect(await shownAt(60)).toMatchObject({ closes_from: after(35 * 60), statement })
  await noteStatementRead(addSeconds(end, 5 * 60))
  expect(await shownAt(36 * 60)).toMatchObject({
    closes_from: null,
    statement: { ...statement, read_to: after(5 * 60) },
  })
  expect(await shownAt(2 * DAY)).toMatchObject({ closes_from: null, statement: null })
  await noteStatementRead(addSeconds(end, 15 * 60))
  expect(await shownAt(60)).toMatchObject({ closes_from: after(35 * 60), statement: null })
})

test('what a statement finds while the months are read is shown, or that the statement is not read yet', async () => {
  await db().query(`DELETE FROM system_check WHERE name = 'statement_read'`)
  const statementIsRead = async () => {
    await db().query(
      `INSERT INTO callback_inbox (kind, source_address, body) VALUES ('statement', '127.0.0.1', '{}')`,
    )
    await noteStatementRead(addSeconds(month.endsAt, 15 * 60))
  }
  let answers = 0
  const on: Queryable = {
    query: async (statement, values) => {
      const answer = await db().query(statement, values)
      answers += 1
      if (answers === 1) await statementIsRead()
      return answer
    },
  }
  const [shown] = await withClock(
    () => addSeconds(month.endsAt, 36 * 60),
    () => listRunningMonths(on, month.id),
  )
  await db().query('UPDATE callback_inbox SET processed_at = now() WHERE processed_at IS NULL')
  expect(shown?.callbacks_open === 1 || shown?.statement != null).toBe(true)
})

test('dates to come are moved earlier and later, on record', async () => {
  const [closes, ends] = [inDays(20), inDays(30)]
  const answer = await move({ submissions_end_at: closes, ends_at: ends })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ submissions_end_at: closes, ends_at: ends })
  expect((await move({ ends_at: inDays(40) })).status).toBe(200)
  const audited = await rows<{ before: unknown; after: unknown }>(
    db(),
    `SELECT actor_id, before, after FROM audit_event WHERE action = 'challenge.dates_moved' AND subject_id = $1 ORDER BY id`,
    [month.id],
  )
  expect(audited).toHaveLength(2)
  expect(audited[0]).toMatchObject({
    actor_id: admin.user.id,
    before: { ends_at: month.endsAt.toISOString() },
    after: { submissions_end_at: closes, ends_at: ends },
  })
})

test('a change that moves nothing is answered, and not on record', async () => {
  const moves = () => rows(db(), `SELECT 1 FROM audit_event WHERE action = 'challenge.dates_moved'`)
  const before = (await moves()).length
  for (const body of [{}, { ends_at: month.endsAt.toISOString() }]) {
    const answer = await move(body)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: month.id, ends_at: month.endsAt.toISOString() })
  }
  expect(await moves()).toHaveLength(before)
})

test('dates are refused by their field: past ones, out of order, beyond the month', async () => {
  const errorsOf = async (body: unknown) => (await (await move(body)).json()).errors
  expect(await errorsOf({ ends_at: inDays(-1) })).toEqual({
    submissions_end_at: ['Choose a time no later than the end of voting.'],
    ends_at: ['Choose a time in the future.'],
  })
  expect(await errorsOf({ ends_at: inDays(50) })).toEqual({
    submissions_end_at: ['Choose a time no later than the end of voting.'],
  })
  expect(await errorsOf({ submissions_end_at: inDays(-1) })).toEqual({
    submissions_end_at: ['Choose a time in the future.'],
  })
  expect(await errorsOf({ voting_starts_at: inDays(5) })).toEqual({
    voting_starts_at: ['Voting is already open.'],
  })
  expect(await errorsOf({ ends_at: '2999-01-01T00:00:00Z' })).toEqual({
    ends_at: ['Choose a time no later than the end of the month.'],
  })
  expect(await errorsOf({ ends_at: 'tomorrow' })).toEqual({ ends_at: ['Enter a date and time.'] })
  expect((await list()).results[0].ends_at).toBe(month.endsAt.toISOString())
})

test('voting is put off before it has opened', async () => {
  await changeMonth(month, { phase: 'subscription', voting_starts_at: addSeconds(now(), DAY) })
  const opens = inDays(3)
  expect(await (await move({ voting_starts_at: opens })).json()).toMatchObject({
    voting_starts_at: opens,
    phase: 'subscription',
    next_phase: 'voting',
  })
  expect((await (await move({ voting_starts_at: inDays(70) })).json()).errors).toEqual({
    voting_starts_at: ['Choose a time before voting ends.'],
  })
})

test('submissions that are over stay closed, and the end of voting still moves', async () => {
  const over = addSeconds(now(), -DAY)
  await changeMonth(month, { submissions_end_at: over })
  expect((await (await move({ submissions_end_at: inDays(3) })).json()).errors).toEqual({
    submissions_end_at: ['Submissions are already closed.'],
  })
  const ends = inDays(30)
  const answer = await move({ submissions_end_at: over.toISOString(), ends_at: ends })
  expect(await answer.json()).toMatchObject({ submissions_end_at: over.toISOString(), ends_at: ends })
})

test('once votes are counted no date moves, and the phase goes one way', async () => {
  expect((await toPhase('closed')).status).toBe(409)
  expect((await toPhase('tallying')).status).toBe(200)
  expect((await list()).results[0]).toMatchObject({ phase: 'tallying', next_phase: 'closed' })
  expect(await (await move({ ends_at: inDays(3) })).json()).toMatchObject({ code: 'wrong_phase' })
  expect((await toPhase('voting')).status).toBe(409)
  expect((await toPhase('closed')).status).toBe(200)
  expect((await list()).results).toEqual([])
})

test('only super admins may look and move', async () => {
  for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const) {
    const { access } = await signInAs(role)
    expect((await list(access)).status).toBe(403)
    expect((await move({ ends_at: inDays(3) }, month.id, access)).status).toBe(403)
  }
  expect((await move({ ends_at: inDays(3) }, newId())).status).toBe(404)
})
