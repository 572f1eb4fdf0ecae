// How M-Pesa's statement is read: whole, however much was paid, and without a gap after a pause.
import { expect, test } from 'vitest'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { claimGift } from '#lib/domain/gifts/claim.ts'
import { keptStatement, noteStatementBegun, noteStatementKept } from '#lib/domain/mpesa/registered.ts'
import { reconcileStatement, StatementError } from '#lib/domain/payments/statement.ts'
import { noteStatementRead, statementReadTo } from '#lib/domain/payments/statement-read.ts'
import { votesOf } from '#tests/support/contest.ts'
import { brokenAtOnce } from '#tests/support/invariants.ts'
import { isRecord, newPhone, setUpMoney } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const HOUR = 3_600
const DAY = 24 * HOUR

/** Paid by Paybill, and M-Pesa's confirmation is lost. */
const payUntold = (video: { voteCode: string }) =>
  money.book.collect({ kind: 'paybill', phone: newPhone(), amountCents: 5_000n, account: video.voteCode })

const requests = () => money.requestsLookedAt('/pulltransactions/v1/query')

const untilVotes = (video: { id: string }, votes: number) =>
  until('all payments are counted', async () => (await votesOf(video)) === votes)

test('quiet days are one request, and none reaches as far back as M-Pesa forgets', async () => {
  // Further than M-Pesa reaches back to payments of other tests.
  await money.passTime(2 * DAY)
  const before = requests().length
  await reconcileStatement(48)
  const asked = requests().slice(before)
  expect(asked).toHaveLength(1)
  const body = asked[0]?.body
  const from = new Date(`${String(isRecord(body) && body.StartDate).replace(' ', 'T')}+03:00`)
  expect((now().getTime() - from.getTime()) / 1_000 / HOUR).toBeCloseTo(47, 1)
})

test('where more was paid than one reading takes, all of it is found, the newest too', async () => {
  money.mpesa.configure({ statementPageSize: 1 })
  const video = await money.video()
  for (let paid = 0; paid < 20; paid++) {
    payUntold(video)
    await money.passTime(30)
  }
  await reconcileStatement(2, 6)
  await untilVotes(video, 20)
})

test('and the sum of the day has each payment once, also in the seconds where two parts meet', async () => {
  const midnight = addSeconds(nairobiDayStart(now()), DAY)
  // Noon of a day that no other test has paid in.
  await money.passTime((midnight.getTime() - now().getTime()) / 1_000 + 12 * HOUR)
  money.mpesa.configure({ statementPageSize: 1 })
  const video = await money.video()
  const day = nairobiDayStart(now())
  for (let second = 0; second < 12; second++) {
    for (let payment = 0; payment < 3; payment++) payUntold(video)
    await money.passTime(1)
  }
  await money.passTime((addSeconds(day, DAY).getTime() - now().getTime()) / 1_000 + 600)
  await reconcileStatement(26, 10)
  await untilVotes(video, 36)
  expect(
    await firstRow(
      db(),
      `SELECT lines, amount FROM statement_day WHERE day = ($1::timestamptz AT TIME ZONE 'Africa/Nairobi')::date`,
      [day],
    ),
  ).toEqual({ lines: 36, amount: 36n * 5_000n })
})

test('more in a second than can be asked for is said, and what was not read is not noted as read', async () => {
  await reconcileStatement(2)
  const read = await statementReadTo(db())
  await money.passTime(60)
  money.mpesa.configure({ statementPageSize: 1 })
  const video = await money.video()
  for (let payment = 0; payment < 3; payment++) payUntold(video)
  await money.passTime(60)
  await expect(reconcileStatement(1, 2)).rejects.toThrow(StatementError)
  expect(await statementReadTo(db())).toEqual(read)
  await reconcileStatement(1)
  await untilVotes(video, 3)
  expect(await statementReadTo(db())).not.toEqual(read)
})

test('after a pause the reading goes on where the last one ended', async () => {
  await reconcileStatement(2)
  await money.passTime(10 * 60)
  const video = await money.video()
  payUntold(video)
  await money.passTime(10 * HOUR)
  await reconcileStatement(2)
  await untilVotes(video, 1)
})

test('what is listed proves that M-Pesa keeps a statement, and a shortcode’s own days alone are compared', async () => {
  const tomorrow = () => addSeconds(nairobiDayStart(now()), DAY)
  const passTo = (moment: Date) => money.passTime((moment.getTime() - now().getTime()) / 1_000)
  await passTo(addSeconds(tomorrow(), 12 * HOUR))
  const video = await money.video()
  payUntold(video)
  const day = nairobiDayStart(now())
  await passTo(addSeconds(tomorrow(), 600))
  await reconcileStatement(26)
  await untilVotes(video, 1)
  // Until now the statement was another shortcode's, which had more lines of that day.
  const ofDay = `day = ($1::timestamptz AT TIME ZONE 'Africa/Nairobi')::date`
  await db().query(`UPDATE statement_day SET lines = 7 WHERE ${ofDay}`, [day])
  await db().query(`UPDATE system_check SET findings = '{600998}' WHERE name = 'statement_registered'`)
  expect(await keptStatement(db())).toBeNull()
  await reconcileStatement(26)
  expect(await keptStatement(db())).not.toBeNull()
  expect(await firstRow(db(), `SELECT lines FROM statement_day WHERE ${ofDay}`, [day])).toEqual({ lines: 7 })
})

test('after a restore what names a vote code is counted, and what names a lost order once its payer names the code', async () => {
  const video = await money.video()
  payUntold(video)
  const phone = newPhone()
  // Prompted, paid and forgotten: the order came after the backup.
  const lost = money.book.collect({ kind: 'stk', phone, amountCents: 15_000n, account: 'GL0ST0RDER' })
  await money.passTime(10 * HOUR)
  await forget('statement_read')
  await reconcileStatement(2)
  await untilVotes(video, 1)
  const suspended = () =>
    firstRow<{ status: string }>(db(), 'SELECT status FROM mpesa_receipt WHERE receipt = $1', [lost.receipt])
  await until('the lost order waits in suspense', async () => (await suspended())?.status === 'unmatched')
  await claimGift({ receipt: lost.receipt, phone, voteCode: video.voteCode })
  expect(await votesOf(video)).toBe(4)
  expect(await suspended()).toEqual({ status: 'claimed' })
})

const forget = (name: string) => db().query('DELETE FROM system_check WHERE name = $1', [name])

test('the first reading goes as far back as M-Pesa reaches: the close of a month waits for no more than it', async () => {
  const video = await money.video()
  payUntold(video)
  await money.passTime(10 * HOUR)
  await forget('statement_read')
  await reconcileStatement(2)
  await untilVotes(video, 1)
})

test('what was read before it was known that M-Pesa keeps a statement is read again', async () => {
  const video = await money.video()
  payUntold(video)
  await money.passTime(10 * HOUR)
  await noteStatementRead(now())
  await forget('statement_registered')
  await money.passTime(60)
  await noteStatementKept(now())
  await reconcileStatement(2)
  await untilVotes(video, 1)
  const before = requests().length
  await money.passTime(60)
  await reconcileStatement(2)
  const body = requests()[before]?.body
  const from = new Date(`${String(isRecord(body) && body.StartDate).replace(' ', 'T')}+03:00`)
  expect((now().getTime() - from.getTime()) / 1_000 / HOUR).toBeCloseTo(2, 1)
})

test('days that were read as empty before M-Pesa kept a statement are not compared with the books', async () => {
  const video = await money.video()
  payUntold(video)
  const day = `($1::timestamptz AT TIME ZONE 'Africa/Nairobi')::date`
  const paidAt = now()
  await money.passTime(60)
  await noteStatementBegun()
  await reconcileStatement(2)
  await untilVotes(video, 1)
  await reconcileStatement(2)
  await db().query(
    `INSERT INTO statement_day (day, lines, amount, read_at) VALUES (${day}, 0, 0, $2)
      ON CONFLICT (day) DO UPDATE SET lines = 0, amount = 0, read_at = excluded.read_at`,
    [paidAt, addSeconds(now(), DAY)],
  )
  expect(await brokenAtOnce()).toEqual([])
  // Nor where M-Pesa says that it keeps one, and since when is not known: somebody may have registered an hour ago.
  await forget('statement_registered')
  await noteStatementKept(now())
  expect(await brokenAtOnce()).toEqual([])
  // Where it kept one before, such a day is a difference.
  await forget('statement_registered')
  await noteStatementKept(addSeconds(paidAt, -2 * DAY))
  expect((await brokenAtOnce()).map(({ invariant }) => invariant)).toEqual(['statement_lists_bookings'])
  await db().query(`DELETE FROM statement_day WHERE day = ${day}`, [paidAt])
})
