// Money that goes back while M-Pesa tells of it twice, late, wrongly or not at all, and gifts that are taken back after
// their money was spent: through the real worker, database and simulator.
import { expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { callbackUrl } from '#lib/domain/mpesa/callback-path.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { sweepRefunds } from '#lib/domain/refunds/submit.ts'
import { listGifts } from '#lib/domain/tally/commands.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { newDancer } from '#tests/support/dancers.ts'
import {
  agreed,
  caseOf,
  casesOf,
  countedGift,
  post,
  proposed,
  refundsOf,
  reversalsOf,
  twoAdmins,
  untilRefund,
  workRefunds,
  wrongAmountGift,
} from '#tests/support/desk-payments.ts'
import { queryAnswer, statementOf } from '#tests/support/evidence.ts'
import { intentOf, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { sentPayout, untilPayout } from '#tests/support/payouts.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { send as sendToFront } from '#tests/support/web-front.ts'

const money = setUpMoney()
const both = await twoAdmins()
const leaderboard = await loadRoute(contract.challenges.leaderboard)
const HOUR = 3_600

const waitingCallbacks = async () =>
  (await db().query('SELECT 1 FROM callback_inbox WHERE processed_at IS NULL')).rowCount

type Outcome = Parameters<typeof money.mpesa.setNext>[0]['outcome']

/** Money of another amount than was asked for, agreed to go back, with that outcome of M-Pesa's. */
async function refundWith(outcome: Outcome, method: 'reversal' | 'b2c' = 'reversal') {
  const payment = await wrongAmountGift(money)
  money.mpesa.setNext({ api: method, outcome })
  await agreed(both, payment.id, { action: 'refund', method })
  return payment
}

/** So much later the worker asks, and M-Pesa answers. */
async function askAfter(seconds: number): Promise<void> {
  await money.passTime(seconds)
  await workRefunds()
  await money.mpesa.advance(0)
}

async function expectBackOnce({ id, phone, receipt }: { id: string; phone: string; receipt: string }) {
  await untilState(id, 'refunded')
  expect(await receiptOf(receipt)).toMatchObject({ status: 'refunded' })
  expect(money.paymentsOf(phone)).toHaveLength(2)
  expect(await refundsOf(receipt)).toMatchObject([{ state: 'done', problem: '' }])
}

test.each(['ten-at-once', 'before-ack', 'code-as-text', 'token-revoked', 'ack-lost', 'error-after'] as const)(
  'a reversal, %s: back once',
  async (outcome) => {
    const payment = await refundWith(outcome)
    await expectBackOnce(payment)
    expect(reversalsOf(money, payment.receipt)).toBeLessThanOrEqual(outcome === 'token-revoked' ? 2 : 1)
  },
)

test.each(['late', 'queue-timeout-then-result'] as const)(
  'a reversal, %s: open until then',
  async (outcome) => {
    const payment = await refundWith(outcome)
    await untilRefund(payment.receipt, 'accepted', 'unknown')
    expect(await intentOf(payment.id)).toMatchObject({ state: 'refund_pending' })
    expect((await caseOf(both[0], payment.id)).actions).toEqual([])
    await money.passTime(HOUR)
    await expectBackOnce(payment)
  },
)

test.each([
  ['no-callback', 'reversal'],
  ['queue-timeout', 'reversal'],
  ['no-callback', 'b2c'],
  ['ack-lost-silent', 'b2c'],
] as const)('%s of a %s: the status query finds it back, and it is sent once', async (outcome, method) => {
  const payment = await refundWith(outcome, method)
  await until('M-Pesa has sent it', () => money.paymentsOf(payment.phone)[1])
  if (outcome !== 'ack-lost-silent')
    await until('it is acknowledged', async () => (await refundsOf(payment.receipt))[0]?.conversation_id)
  await askAfter(301)
  await expectBackOnce(payment)
})

test('a reversal of which nothing was ever heard is never sent again: after a day people find out, two of them', async () => {
  for (const [outcome, action] of [
    ['ack-lost-silent', 'found_paid'],
    ['ack-lost-before', 'found_unpaid'],
  ] as const) {
    const payment = await refundWith(outcome)
    await untilRefund(payment.receipt, 'unknown')
    for (const seconds of [301, 600, 2_700, 5 * HOUR, 19 * HOUR]) await askAfter(seconds)
    expect(reversalsOf(money, payment.receipt)).toBeLessThanOrEqual(1)
    const [open] = (await casesOf(both[0])).filter(({ id }) => id === payment.id)
    expect(open).toMatchObject({ status: 'refund_unclear', reason: 'unheard' })
    expect((await post(both[0], payment.id, { action: 'refund', note: 'again' })).status).toBe(409)
    await agreed(both, payment.id, { action })
    if (action === 'found_paid') await expectBackOnce(payment)
    else {
      expect(await intentOf(payment.id)).toMatchObject({ state: 'review', review_reason: 'refund_failed' })
      await agreed(both, payment.id, { action: 'refund' })
      await untilState(payment.id, 'refunded')
      expect(money.paymentsOf(payment.phone)).toHaveLength(2)
    }
  }
})

test('a worker that died while sending: nothing is sent again, and what M-Pesa tells later counts', async () => {
  const payment = await refundWith('no-callback')
  await until('M-Pesa has sent it', () => money.paymentsOf(payment.phone)[1])
  // The worker has yet to note M-Pesa's answer, which would overwrite what follows.
  await untilRefund(payment.receipt, 'accepted')
  await db().query(`UPDATE refund SET state = 'submitting', conversation_id = NULL WHERE receipt = $1`, [
    payment.receipt,
  ])
  await money.passTime(180)
  await sweepRefunds()
  await workRefunds()
  expect(await untilRefund(payment.receipt, 'unknown')).toMatchObject({ result_code: 'abandoned' })
  expect(reversalsOf(money, payment.receipt)).toBe(1)
  const proof = money.paymentsOf(payment.phone)[1]?.receipt ?? ''
  expect(await tell(payment.receipt, { TransactionID: proof })).toBe('refunded')
  await expectBackOnce(payment)
  expect(await tell(payment.receipt, { ResultCode: 1 })).toBe('already done')
})

test('said to have failed, then told that it is back: completed while the money lies there, else for people', async () => {
  const payment = await refundWith({ copies: 0 })
  await untilRefund(payment.receipt, 'accepted')
  expect(await tell(payment.receipt, { ResultCode: 1 })).toBe('failed: 1')
  const proof = money.paymentsOf(payment.phone)[1]?.receipt ?? ''
  expect(await tell(payment.receipt, { TransactionID: proof })).toBe('refunded')
  await expectBackOnce(payment)
})

test('reversed already, by hand: that is proof that it is back', async () => {
  const payment = await wrongAmountGift(money)
  const line = money.book.find(payment.receipt)
  if (line) money.book.reverse(line)
  await agreed(both, payment.id, { action: 'refund' })
  await expectBackOnce(payment)
})

test('a Result from a stranger is asked about, and one of another conversation too', async () => {
  const payment = await refundWith({ copies: 0, answer: 8 })
  await untilRefund(payment.receipt, 'accepted')
  expect(await tell(payment.receipt, { TransactionID: 'STRANGER01' }, '127.0.0.2')).toBe(
    'unknown: not believed',
  )
  expect(await tell(payment.receipt, { TransactionID: 'STRANGER02', ConversationID: 'AG_of_another' })).toBe(
    'unknown: not believed',
  )
  expect(await tell(payment.receipt, { TransactionID: payment.receipt })).toBe('speaks of the payment itself')
  expect(await tell(payment.receipt, { ResultCode: 'odd' })).toBe('unknown: code odd')
  expect(await tell(payment.receipt, { ResultCode: 8 })).toBe('failed: 8')
})

test('a counted gift goes back: votes, wallets, leaderboard, tally and its own page, all at once', async () => {
  const dancer = await newDancer()
  const video = await money.video({ dancerId: dancer.id })
  const kept = await countedGift(money, 3, video)
  const gift = await countedGift(money, 4, video)
  await listGifts({ everything: true })
  await agreed(both, gift.id, { action: 'refund' })
  expect(await votesOf(video)).toBe(3)
  expect(await walletOf(dancer.id)).toBe(4_500n)
  expect(await walletOf(video.musicianId)).toBe(4_500n)
  await expectBackOnce(gift)
  await listGifts({ everything: true })
  const listed = await firstRow<{ votes: number }>(
    db(),
    'SELECT sum(votes)::int AS votes FROM tally_row WHERE video_id = $1',
    [video.id],
  )
  expect(listed?.votes).toBe(3)
  await until('the leaderboard has moved', async () => {
    const places: { video_id: string; vote_count: number }[] = await (await send(leaderboard.GET)).json()
    return places.some((place) => place.video_id === video.id && place.vote_count === 3)
  })
  expect(await intentOf(kept.id)).toMatchObject({ state: 'credited' })
  // It is over: nothing more can be done about it.
  expect((await caseOf(both[0], gift.id)).actions).toEqual([])
  expect((await post(both[0], gift.id, { action: 'refund', note: 'again' })).json.code).toBe('not_possible')
})

test('what the dancer has spent meanwhile the platform bears where it can, and no wallet goes below zero', async () => {
  const dancer = await newDancer()
  const video = await money.video({ dancerId: dancer.id })
  const gift = await countedGift(money, 100, video)
  await untilPayout(await sentPayout(dancer, 1_480), 'paid')
  expect(await walletOf(dancer.id)).toBe(2_000n)
  const proposal_id = await proposed(both[0], gift.id, { action: 'refund' })
  const confirm = () => post(both[1], gift.id, { decision: 'confirm', proposal_id })
  expect(await confirm()).toMatchObject({ status: 409, json: { code: 'platform_short' } })
  expect(await votesOf(video)).toBe(100)
  await countedGift(money, 100)
  expect((await confirm()).status).toBe(200)
  expect(await walletOf(dancer.id)).toBe(0n)
  expect(await walletOf(video.musicianId)).toBe(0n)
  await expectBackOnce(gift)
  const borne = await firstRow<{ after: { borne_by_platform_cents: string } }>(
    db(),
    `SELECT after FROM audit_event WHERE subject_id = $1 AND action = 'payment.resolved'`,
    [gift.id],
  )
  expect(borne?.after.borne_by_platform_cents).toBe('148000')
})

test('taken back, then M-Pesa refuses: the money waits for people, and is not counted again', async () => {
  const gift = await countedGift(money, 2)
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 1 } })
  await agreed(both, gift.id, { action: 'refund' })
  await untilRefund(gift.receipt, 'failed')
  expect(await votesOf(gift.video)).toBe(0)
  expect((await caseOf(both[0], gift.id)).actions).toEqual(['refund', 'close'])
  await agreed(both, gift.id, { action: 'refund', method: 'b2c' })
  await untilState(gift.id, 'refunded')
})

test('taken back, refused by M-Pesa and closed by people: paid once more it waits in suspense, and is not counted', async () => {
  const gift = await countedGift(money, 2)
  money.mpesa.setNext({ api: 'reversal', outcome: { answer: 1 } })
  await agreed(both, gift.id, { action: 'refund' })
  await untilRefund(gift.receipt, 'failed')
  await agreed(both, gift.id, { action: 'close' })
  await untilState(gift.id, 'declined')
  const { account_reference: account } = await intentOf(gift.id)
  const line = money.book.collect({ kind: 'paybill', phone: gift.phone, amountCents: 10_000n, account })
  await storeCallback(statementOf(line))
  const receipt = await until('it is told', () => receiptOf(line.receipt))
  expect(receipt).toMatchObject({ status: 'unmatched', reason: 'in_review', intent_id: gift.id })
  // A query's word names no receipt.
  await storeCallback(queryAnswer(gift.id, 0))
  await until('all is settled', async () => (await waitingCallbacks()) === 0)
  expect(await intentOf(gift.id)).toMatchObject({ state: 'declined' })
  expect(await votesOf(gift.video)).toBe(0)
})

test('twenty gifts of one video taken back while others are counted: nothing is lost and nothing stands still', async () => {
  const video = await money.video()
  const gifts = await Promise.all(Array.from({ length: 20 }, () => countedGift(money, 1, video)))
  const proposals = await Promise.all(gifts.map(({ id }) => proposed(both[0], id, { action: 'refund' })))
  const others = Promise.all(Array.from({ length: 20 }, () => countedGift(money, 1, video)))
  const answers = await Promise.all(
    gifts.map(({ id }, n) => post(both[1], id, { decision: 'confirm', proposal_id: proposals[n] })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await others
  for (const { id } of gifts) await untilState(id, 'refunded')
  expect(await votesOf(video)).toBe(20)
})

/** Writes a Result about the newest refund of a receipt by hand. @returns what was made of it */
async function tell(receipt: string, result: Record<string, unknown>, from?: string): Promise<string> {
  const { attempt_id, conversation_id } = (await refundsOf(receipt)).at(-1) ?? {}
  const body = {
    Result: {
      ResultType: 0,
      ResultCode: 0,
      ResultDesc: '',
      OriginatorConversationID: 'theirs',
      ConversationID: conversation_id ?? '',
      TransactionID: 'BYHAND0009',
      ...result,
    },
  }
  await sendToFront(callbackUrl('refund/result', attempt_id ?? ''), { body, from })
  return until('the Result is settled', async () => {
    const row = await firstRow<{ outcome: string | null; processed_at: Date | null }>(
      db(),
      // An answer to our query about it may have come after it.
      `SELECT outcome, processed_at FROM callback_inbox
      WHERE intent_id = $1 AND kind = 'refund/result' ORDER BY id DESC LIMIT 1`,
      [attempt_id],
    )
    return row?.processed_at && row.outcome
  })
}
