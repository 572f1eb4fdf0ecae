// The public tally as the worker writes it: each counted gift once, in the order of its credit, whatever comes twice,
// late or at once. The chain and the totals are invariants of the books: they are checked after each test.
import { expect, test } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { db, rows, sqlState } from '#lib/core/db.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { listGifts } from '#lib/domain/tally/commands.ts'
import { tallyInvariants } from '#lib/domain/tally/invariants.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import {
  askAboutDuePayments,
  intentOf,
  newPhone,
  order,
  pullStatement,
  receiptOf,
  setUpMoney,
  untilState,
} from '#tests/support/money.ts'
import { asOwner } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const HOUR = 3_600

const list = () => listGifts({ everything: false })
const listAt = (moment: Date) => withClock(() => moment, list)

type Row = { position: number; intent_id: string; votes: number; video_id: string; payment: string }

function rowsOf(month: Month): Promise<Row[]> {
  return rows(
    db(),
    'SELECT position, intent_id, votes, video_id, payment FROM tally_row WHERE challenge_id = $1 ORDER BY position',
    [month.id],
  )
}

function headsSince(month: Month, moment: Date): Promise<{ position: number; votes: number }[]> {
  return rows(
    db(),
    'SELECT position, votes FROM tally_head WHERE challenge_id = $1 AND published_at >= $2 ORDER BY published_at',
    [month.id, moment],
  )
}

async function paidGift(video: { id: string }, votes: number): Promise<string> {
  const id = await order(video, newPhone(), votes)
  await untilState(id, 'credited')
  return id
}

/** A month of its own, with a video that has been given gifts of these sizes, one after the other. */
async function monthWithGifts(...votes: number[]) {
  const month = await openMonth()
  const video = await addVideo(month)
  const ids: string[] = []
  for (const count of votes) ids.push(await paidGift(video, count))
  return { month, video, ids }
}

test('gifts are listed in the order in which they were counted, once, however often the job runs', async () => {
  const { month, video, ids } = await monthWithGifts(1, 5, 20)
  await list()
  const listed = await rowsOf(month)
  expect(listed).toMatchObject([
    { position: 1, intent_id: ids[0], votes: 1, video_id: video.id },
    { position: 2, intent_id: ids[1], votes: 5, video_id: video.id },
    { position: 3, intent_id: ids[2], votes: 20, video_id: video.id },
  ])
  await list()
  await listGifts({ everything: true })
  expect(await rowsOf(month)).toEqual(listed)
})

test('eight jobs at once, while gifts come in, list each gift once', async () => {
  const { month, video, ids } = await monthWithGifts(2, 3)
  const [, ...more] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, list)),
    ...Array.from({ length: 6 }, () => paidGift(video, 1)),
  ])
  await list()
  const listed = await rowsOf(month)
  expect(listed.map((row) => row.intent_id).sort()).toEqual([...ids, ...more].sort())
  expect(listed.map((row) => row.position)).toEqual(listed.map((_, index) => index + 1))
})

test('more gifts than one statement writes are one chain', async () => {
  const { month, video } = await monthWithGifts()
  const ids = await Promise.all(Array.from({ length: 260 }, () => paidGift(video, 1)))
  await list()
  const listed = await rowsOf(month)
  expect(listed.map(({ position }) => position)).toEqual(ids.map((_, index) => index + 1))
  expect(listed.map((row) => row.intent_id).sort()).toEqual(ids.sort())
})

test('a gift that is counted late goes to the end, also once the month is closed', async () => {
  const { month, video, ids } = await monthWithGifts(4)
  await list()
  const late = await paidGift(video, 6)
  await asOwner((owner) =>
    owner.query('UPDATE payment_intent SET paid_at = paid_at - interval $$3 days$$ WHERE id = $1', [late]),
  )
  await db().query(`UPDATE challenge SET phase = 'closed', closed_at = $2 WHERE id = $1`, [month.id, now()])
  await list()
  expect((await rowsOf(month)).map((row) => row.intent_id)).toEqual([...ids, late])
})

test('a gift that only a query has proven waits for its receipt, and is listed without it after two days', async () => {
  const month = await openMonth()
  const [video, phone] = [await addVideo(month), newPhone()]
  money.mpesa.setNext({ phone, outcome: { copies: 0 } })
  const id = await order(video, phone, 3)
  await untilState(id, 'awaiting')
  await money.passTime(21)
  await askAboutDuePayments()
  await untilState(id, 'credited')
  await list()
  expect(await rowsOf(month)).toEqual([])
  await listAt(addSeconds(now(), 49 * HOUR))
  const listed = await rowsOf(month)
  expect(listed).toMatchObject([{ intent_id: id, votes: 3 }])
  await pullStatement()
  await until('the receipt is known', () => receiptOf(money.paymentsOf(phone)[0]?.receipt ?? ''))
  await list()
  expect(await rowsOf(month)).toEqual(listed)
})

test('a gift that is sent back is taken from the list by a row of its own', async () => {
  const { month, video, ids } = await monthWithGifts(5, 2)
  await list()
  const [id = ''] = ids
  const setState = async (state: string, votes: number) => {
    await db().query('UPDATE payment_intent SET state = $2::payment_state WHERE id = $1', [id, state])
    await db().query('UPDATE video SET vote_count = vote_count + $2 WHERE id = $1', [video.id, votes])
  }
  await setState('refunded', -5)
  await list()
  await list()
  const [first, , back, ...others] = await rowsOf(month)
  expect(back).toMatchObject({ position: 3, intent_id: id, votes: -5, payment: first?.payment })
  expect(others).toEqual([])
  // Counted again, for the invariants of the books: that is a row too.
  await setState('credited', 5)
  await list()
  expect((await rowsOf(month)).map((row) => row.votes)).toEqual([5, 2, -5, 5])
  expect(await intentOf(id)).toMatchObject({ state: 'credited' })
})

test('the end of the chain is published every hour, with all votes up to there', async () => {
  const { month, video } = await monthWithGifts(7)
  // The middle of an hour that the worker's own clock has not reached.
  const moment = new Date(Math.ceil(now().getTime() / 3_600_000) * 3_600_000 + 1_800_000)
  await listAt(moment)
  await paidGift(video, 1)
  await listAt(addSeconds(moment, 60))
  expect(await headsSince(month, moment)).toEqual([{ position: 1, votes: 7 }])
  await listAt(addSeconds(moment, HOUR))
  await listAt(addSeconds(moment, 2 * HOUR))
  expect(await headsSince(month, moment)).toEqual([
    { position: 1, votes: 7 },
    { position: 2, votes: 8 },
    { position: 2, votes: 8 },
  ])
})

test.each([
  'UPDATE tally_row SET votes = votes + 1',
  'DELETE FROM tally_row',
  'UPDATE tally_head SET votes = 0',
  'DELETE FROM tally_head',
  'UPDATE tally_list SET salt = salt',
  'TRUNCATE tally_row',
])('%s is refused to the product and to the owner', async (sql) => {
  const stateOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => sqlState(error),
    )
  expect(await stateOf(db().query(sql))).toBe('42501')
  expect(await stateOf(asOwner((owner) => owner.query(sql)))).toBe('42501')
})

test.each([
  ['votes', 'votes + 1'],
  ['paid_at', `paid_at + interval '1 second'`],
  ['position', 'position + 1000'],
  ['hash', 'payment'],
])(
  'a row whose %s is changed past all that is found by the invariants of the books',
  async (column, value) => {
    await monthWithGifts(1)
    await list()
    const broken = await asOwner(async (owner) => {
      await owner.query('BEGIN; ALTER TABLE tally_row DISABLE TRIGGER tally_row_append_only')
      await owner.query(
        `UPDATE tally_row SET ${column} = ${value} WHERE listed_at = (SELECT max(listed_at) FROM tally_row)`,
      )
      const found = await brokenInvariants(owner, tallyInvariants)
      await owner.query('ROLLBACK')
      return found
    })
    expect(broken.join(' ')).toContain('each row of the tally is chained to the previous one')
  },
)

test('a total that is not the sum of its rows is found, and the product can not write one', async () => {
  const { video } = await monthWithGifts(3)
  await list()
  const change = 'UPDATE tally_total SET votes = votes + 1'
  const refused = db()
    .query(change)
    .catch((error: unknown) => sqlState(error))
  expect(await refused).toBe('42501')
  const broken = await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`${change} WHERE video_id = $1`, [video.id])
    const found = await brokenInvariants(owner, tallyInvariants)
    await owner.query('ROLLBACK')
    return found
  })
  expect(broken).toEqual([
    `Broken: a video's total in the tally is the sum of its rows: ${video.id} has 4, rows 3`,
  ])
})

test('the challenge of the tests has its list from the start', async () => {
  const lists = await rows<{ salt: string }>(db(), 'SELECT salt FROM tally_list WHERE challenge_id = $1', [
    money.month.id,
  ])
  expect(lists).toEqual([{ salt: expect.stringMatching(/^[0-9a-f]{32}$/) }])
})
