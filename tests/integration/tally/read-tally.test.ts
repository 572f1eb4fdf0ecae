// The public tally as anybody reads it. What the calls answer is checked here by a program of its own, written from the
// documented format alone.
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { FoundGift, TallyRow, TallyRows, TallySummary } from '#lib/contract/tally/calls.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { listGifts } from '#lib/domain/tally/commands.ts'
import { getTally } from '#lib/domain/tally/queries.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import * as findRoute from '../../../app/api/challenges/[id]/tally/find/route.ts'
import * as tallyRoute from '../../../app/api/challenges/[id]/tally/route.ts'
import * as rowsRoute from '../../../app/api/challenges/[id]/tally/rows/route.ts'
import * as fileRoute from '../../../app/api/challenges/[id]/tally.csv/route.ts'

const money = setUpMoney()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let month: Month
let videos: StageVideo[]
const phones: string[] = []
beforeAll(async () => {
  month = await openMonth()
  videos = [await addVideo(month), await addVideo(month)]
  for (const [turn, votes] of [1, 5, 10].entries()) {
    const phone = newPhone()
    phones.push(phone)
    await untilState(await order(videos[turn % 2] ?? { id: '' }, phone, votes), 'credited')
  }
  await listGifts({ everything: false })
})

const of = (id = month.id) => ({ params: { id } })
const receiptOf = (phone: string) => money.paymentsOf(phone)[0]?.receipt ?? ''
const readSummary = async (): Promise<TallySummary> => (await send(tallyRoute.GET, of())).json()
const readFile = async (): Promise<string> => (await send(fileRoute.GET, of())).text()
const find = (receipt: string, phone: string, id = month.id) =>
  send(findRoute.POST, { method: 'POST', ...of(id), body: { receipt, phone_number: phone } })

test('the file is chained from the published start to the published head, and its votes are the totals', async () => {
  const summary = await readSummary()
  const [columns, ...lines] = (await readFile()).trimEnd().split('\n')
  expect(columns).toBe('position,paid_at,video_id,votes,payment,hash')
  expect(lines).toHaveLength(3)
  let previous = sha256(`ngoma-tally-1,${month.id},${summary.salt}`)
  expect(summary.start).toBe(previous)
  const votes = new Map<string, number>()
  for (const line of lines) {
    const cut = line.lastIndexOf(',')
    previous = sha256(`${previous},${line.slice(0, cut)}`)
    expect(line.slice(cut + 1)).toBe(previous)
    const [, , video = '', count] = line.split(',')
    votes.set(video, (votes.get(video) ?? 0) + Number(count))
  }
  expect(summary.head).toEqual({ position: 3, hash: previous, votes: 16 })
  expect(summary.heads).toMatchObject([{ position: 3, hash: previous, votes: 16 }])
  expect(summary.totals.map((one) => [one.video_id, one.listed, one.counted])).toEqual([
    [videos[0]?.id, 11, 11],
    [videos[1]?.id, 5, 5],
  ])
  expect(new Map(summary.totals.map((one) => [one.video_id, one.listed]))).toEqual(votes)
})

test('totals are told from the most votes, as many as are asked for, with what all of them come to', async () => {
  const all = await readSummary()
  const first: TallySummary = await (await send(tallyRoute.GET, { ...of(), query: { totals: '1' } })).json()
  expect(first).toEqual({ ...all, totals: all.totals.slice(0, 1) })
  expect(first).toMatchObject({ videos: 2, counted: 16, head: { votes: 16 } })
  const refused = await send(tallyRoute.GET, { ...of(), query: { totals: '0' } })
  expect(await refused.json()).toMatchObject({ errors: { totals: ['Must be at least 1.'] } })
})

test('a video that nobody sees any more keeps its votes in the totals, and is told to have no page', async () => {
  const [first, second] = videos
  if (!first || !second) throw new Error('There are two.')
  await changeVideo(second, { status: 'rejected' })
  // The answer of the call may be from before for some seconds.
  const { totals } = await getTally(month.id)
  expect(totals.map((one) => [one.video_id, one.listed, one.is_shown])).toEqual([
    [first.id, 11, true],
    [second.id, 5, false],
  ])
  await changeVideo(second, { status: 'approved' })
})

test('rows are read a few at a time, and the list names neither receipts nor phones', async () => {
  const seen: TallyRow[] = []
  let after: number | null = 0
  while (after !== null) {
    const query = { after: String(after), limit: '2' }
    const page: TallyRows = await (await send(rowsRoute.GET, { ...of(), query })).json()
    seen.push(...page.results)
    after = page.next_after
  }
  expect(seen.map((row) => row.position)).toEqual([1, 2, 3])
  const text = JSON.stringify(seen) + (await readFile())
  for (const phone of phones) {
    expect(text).not.toContain(phone)
    expect(text).not.toContain(receiptOf(phone))
  }
})

test('a gift is found by its receipt and phone, with what its hash is made of', async () => {
  const [phone = ''] = phones
  const answer = await find(receiptOf(phone).toLowerCase(), phone)
  const found: FoundGift = await answer.json()
  expect(found).toMatchObject({ position: 1, votes: 1, video_id: videos[0]?.id, taken_back_at: null })
  const { salt } = await readSummary()
  expect(sha256(`ngoma-gift-1,${salt},${found.key},${receiptOf(phone)},${phone}`)).toBe(found.payment)
})

test('nobody else finds it: another phone, another receipt, another month', async () => {
  const [phone = '', other = ''] = phones
  const elsewhere = await openMonth()
  const tries = await Promise.all([
    find(receiptOf(phone), other),
    find('AAAAAAAAAA', phone),
    find(receiptOf(phone), phone, elsewhere.id),
  ])
  for (const answer of tries) {
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'gift_not_listed' })
  }
})

test('where M-Pesa masked the phone, the receipt alone finds the gift', async () => {
  // In a month of its own, because the other tests count the gifts of the common one.
  const own = await openMonth()
  const receipt = await payByPaybill((await addVideo(own)).voteCode)
  await listGifts({ everything: false })
  const found: FoundGift = await (await find(receipt, newPhone(), own.id)).json()
  expect(found).toMatchObject({ votes: 2, hashed: { receipt, phone: '' } })
})

/** Two votes for a code, from a phone that M-Pesa does not name in full. @returns the receipt */
async function payByPaybill(code: string): Promise<string> {
  money.mpesa.configure({ msisdn: 'masked' })
  const paid = await money.mpesa.payPaybill({ phone: newPhone(), amountCents: 10_000n, account: code })
  const receipt = paid.receipt ?? ''
  await until('the payment is counted', async () => {
    const { rowCount } = await db().query(
      `SELECT FROM mpesa_receipt WHERE receipt = $1 AND status = 'credited'`,
      [receipt],
    )
    return rowCount === 1
  })
  return receipt
}

test('an unknown challenge has no tally', async () => {
  for (const { GET } of [tallyRoute, rowsRoute, fileRoute]) {
    expect((await send(GET, of(newId()))).status).toBe(404)
    expect((await send(GET, of('no-id'))).status).toBe(404)
  }
})
