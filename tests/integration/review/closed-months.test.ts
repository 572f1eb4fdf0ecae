// Decisions about videos beside the close of their month: what is approved is in the results, and what is not stays out.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSeconds, withClock } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, runTransaction } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { finishDueDecisions, holdDecision } from '#lib/domain/decisions/commands.ts'
import { noDetails } from '#lib/domain/decisions/schema.ts'
import { closeDueMonths } from '#lib/domain/royalties/close-due-months.ts'
import { closeMonth } from '#lib/domain/royalties/close-month.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'
import { asOwner, countWaiting, holdsUp } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'
import { auditOf, decide, type Waiting, waitingSubject } from '#tests/support/review.ts'
import { until } from '#tests/support/until.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

let officer: SignedIn
let month: Month
let video: Waiting
beforeAll(async () => {
  officer = await signInAs('compliance_officer')
})
beforeEach(async () => {
  month = await openMonth()
  video = await waitingSubject('video', month)
})
afterAll(async () => {
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const statusOf = async ({ id }: Waiting) =>
  (await firstRow<{ status: string }>(db(), 'SELECT status FROM video WHERE id = $1', [id]))?.status
const stateOf = (of: Month) =>
  firstRow<{ phase: string; close_problem: string }>(
    db(),
    'SELECT phase, close_problem FROM challenge WHERE id = $1',
    [of.id],
  )
const closed = {
  status: 409,
  body: {
    code: 'month_closed',
    error: 'The results of this month are final, so its videos can only be rejected.',
  },
}
const holdApproval = () =>
  holdDecision({
    subject: video,
    action: 'approve',
    reason: '',
    details: noDetails,
    officer: { id: officer.user.id },
    address: '127.0.0.1',
  })

test('an entry of a closed month is only rejected; an official video has no part in results', async () => {
  const official = await waitingSubject('video', month)
  await changeVideo(official, { kind: 'official' })
  await changeMonth(month, { phase: 'closed' })
  for (const undoable of [false, true])
    expect(await decide(officer, video, 'approve', { undoable })).toMatchObject(closed)
  expect((await decide(officer, video, 'reject')).status).toBe(200)
  expect((await decide(officer, official, 'approve')).status).toBe(200)
})

test('an approval that waits for the close finds the month closed', async () => {
  await changeMonth(month, { phase: 'tallying' })
  const { promise: locked, resolve } = Promise.withResolvers<void>()
  const closing = runTransaction(async (client) => {
    await closeMonth(client, month.id, month.endsAt)
    resolve()
    await asOwner((owner) => until('the approval waits', async () => (await countWaiting(owner)) === 1))
  })
  await locked
  const approval = decide(officer, video)
  await closing
  expect(await approval).toMatchObject(closed)
  expect(await statusOf(video)).toBe('pending_review')
})

test('a decision that is held as the close begins holds it up, and one that is held too long lapses', async () => {
  await changeMonth(month, { phase: 'tallying' })
  const at = addSeconds(month.endsAt, 3 * DAY)
  const later = addSeconds(at, HOUR)
  await asOwner(async (client) => {
    // The decision has the month, and is not committed, as the close looks for decisions.
    await client.query('BEGIN; LOCK TABLE held_decision IN SHARE MODE')
    const holding = withClock(() => at, holdApproval)
    await until('the decision waits', () => holdsUp(client))
    const closing = closeDueMonths(at)
    await until('the close waits', async () => (await countWaiting(client)) === 2)
    await client.query('COMMIT')
    await Promise.all([holding, closing])
  })
  expect(await stateOf(month)).toMatchObject({ phase: 'tallying' })
  // The worker was down: an hour later nothing has been done about it.
  await closeDueMonths(later)
  expect(await stateOf(month)).toMatchObject({ phase: 'closed' })
  await finishDueDecisions(later)
  expect(await statusOf(video)).toBe('pending_review')
  expect((await auditOf(video.id)).at(-1)).toMatchObject({
    action: 'decision.lapsed',
    after: { why: closed.body.error },
  })
})

test('a month that another worker closes after revenue was short is not said to be open', async () => {
  await changeMonth(month, { phase: 'tallying', prize_per_winner: 10n ** 15n })
  await changeVideo(video, { status: 'approved', vote_count: 1 })
  await asOwner(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM challenge WHERE id = $1 FOR UPDATE', [month.id])
    const closing = closeDueMonths(addSeconds(month.endsAt, 3 * DAY))
    await until('a worker waits', () => holdsUp(client))
    // In line behind the first one, as a worker that finds enough.
    const other = asOwner((second) =>
      second.query("UPDATE challenge SET phase = 'closed', close_problem = '' WHERE id = $1", [month.id]),
    )
    await until('another worker waits', async () => (await countWaiting(client)) === 2)
    await client.query('COMMIT')
    await Promise.all([closing, other])
  })
  expect(await stateOf(month)).toEqual({ phase: 'closed', close_problem: '' })
})
