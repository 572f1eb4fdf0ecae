// Settlement under any evidence in any order, duplicated, in batches of any size, by several settlements at once.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { type RawCallback, storeCallback } from '#lib/domain/payments/inbox.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { type StageVideo, votesOf } from '#tests/support/contest.ts'
import {
  confirmation,
  failedCallback,
  type Line,
  paidCallback,
  putPromptOut,
  queryAnswer,
  statementOf,
} from '#tests/support/evidence.ts'
import { intentOf, newPhone, receiptOf, setUpMoney } from '#tests/support/money.ts'

const money = setUpMoney({ worker: 'none' })
const UNLISTED = '203.0.113.7'
const handlers = { gift: giftPurpose }

/** What a payer did for a gift: paid so many times, of which each may be of another amount. */
const payments = fc.array(fc.constantFrom('exact', 'exact', 'exact', 'less'), { maxLength: 2 })
/** What M-Pesa says: of a gift, of one of its payments (by place), in one of its ways. */
const word = fc.record({
  gift: fc.nat(2),
  payment: fc.nat(1),
  way: fc.constantFrom(
    'callback',
    'callback',
    'confirmation',
    'statement',
    'unlisted',
    'cancelled',
    'being processed',
    'query cancelled',
    'query paid',
    'garbage',
  ),
})
const story = fc.record({
  start: fc.constantFrom<PaymentState>(
    'created',
    'submitting',
    'awaiting',
    'submit_unknown',
    'verifying',
    'declined',
    'rejected',
    'unresolved',
  ),
  gifts: fc.tuple(payments, payments, payments),
  words: fc.array(word, { minLength: 1, maxLength: 14 }),
  batch: fc.constantFrom(1, 3, 200),
  beside: fc.boolean(),
})

type Paid = { id: string; video: StageVideo; lines: Line[] }

test('each gift is credited once exactly when a believed word proves its exact amount; all believed money is in the books', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ start, gifts, words, batch, beside }) => {
      const told: Paid[] = []
      for (const list of gifts) told.push(await openGift(start, list))
      const callbacks = words.flatMap(({ gift, payment, way }) => say(told[gift], payment, way))
      const half = beside ? Math.ceil(callbacks.length / 2) : callbacks.length
      for (const callback of callbacks.slice(0, half)) await storeCallback(callback)
      const running = [settleInbox(handlers, batch)]
      for (const callback of callbacks.slice(half)) await storeCallback(callback)
      if (beside) running.push(settleInbox(handlers, batch), settleInbox(handlers, batch))
      await Promise.all(running)
      // What arrived after the last look: in the product, its own wake-up settles it.
      await settleInbox(handlers, batch)

      expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants])).toEqual([])
      for (const [place, gift] of told.entries())
        await expectRight(
          gift,
          start,
          words.filter((one) => one.gift === place),
        )
      await tellAll(told)
    }),
    { numRuns: 60 },
  )
})

async function openGift(start: PaymentState, list: readonly string[]): Promise<Paid> {
  const [video, phone] = [await money.video(), newPhone()]
  const order = {
    videoId: video.id,
    voteCount: 2,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  }
  const { id } = await createGift(order)
  await putPromptOut(id)
  await db().query('UPDATE payment_intent SET state = $2::payment_state WHERE id = $1', [id, start])
  const { account_reference: account } = await intentOf(id)
  const pay = (amountCents: bigint) => money.book.collect({ kind: 'stk', phone, amountCents, account })
  return { id, video, lines: list.map((how) => pay(how === 'exact' ? 10_000n : 9_000n)) }
}

/** The callbacks of a word; none of a payment that was not made. */
function say(gift: Paid | undefined, payment: number, way: string): RawCallback[] {
  if (!gift) return []
  const line = gift.lines[payment]
  switch (way) {
    case 'cancelled':
      return [failedCallback(gift.id, 1032)]
    case 'being processed':
      return [failedCallback(gift.id, '4999')]
    case 'query cancelled':
      return [queryAnswer(gift.id, '1032')]
    case 'garbage':
      return [{ kind: 'stk', intentId: gift.id, sourceAddress: '127.0.0.1', body: '{"Body":[]}' }]
  }
  if (!line) return []
  // A query tells no amount: M-Pesa says it of a prompt, which is paid exactly or not at all.
  if (way === 'query paid') return isExact(gift) ? [queryAnswer(gift.id, 0)] : []
  if (way === 'unlisted') return [paidCallback(gift.id, line, UNLISTED)]
  if (way === 'confirmation') return [confirmation(line)]
  return [way === 'statement' ? statementOf(line) : paidCallback(gift.id, line)]
}

const isExact = (gift: Paid) => gift.lines.every((line) => line.amountCents === 10_000n)

const believed = new Set(['callback', 'confirmation', 'statement'])

async function expectRight(
  gift: Paid,
  start: PaymentState,
  words: readonly { payment: number; way: string }[],
): Promise<void> {
  const { state } = await intentOf(gift.id)
  const proven = words.flatMap(({ payment, way }) => (believed.has(way) ? (gift.lines[payment] ?? []) : []))
  const receipts = new Map(proven.map((line) => [line.receipt, line.amountCents]))
  const exact = [...receipts.values()].filter((amount) => amount === 10_000n)
  const queried =
    isExact(gift) && words.some(({ payment, way }) => way === 'query paid' && gift.lines[payment])
  if (exact.length === 0 && !queried) expect(state).not.toBe('credited')
  // With a wrong amount among them it depends on which came first: then people look, and no money is lost.
  else if (exact.length === receipts.size) expect(state).toBe('credited')
  else expect(['credited', 'review']).toContain(state)
  expect(await votesOf(gift.video)).toBe(state === 'credited' ? 2 : 0)
  if (receipts.size === 0 && !queried) expect(['review', 'credited']).not.toContain(state)
  const stored = await Promise.all([...receipts.keys()].map((receipt) => receiptOf(receipt)))
  const counted = state === 'credited' ? Math.min(1, receipts.size) : 0
  expect(stored.filter((row) => row?.status === 'credited').length).toBe(counted)
  expect(stored.filter((row) => row?.status === 'unmatched').length).toBe(receipts.size - counted)
  const told = words.map(({ way }) => way)
  if (state === 'declined' && start !== 'declined')
    expect(told.includes('cancelled') || told.filter((way) => way === 'query cancelled').length > 1).toBe(
      true,
    )
}

/** The statement tells in the end what nobody has: then the books hold what M-Pesa holds. */
async function tellAll(told: readonly Paid[]): Promise<void> {
  const lines = told.flatMap((gift) => gift.lines)
  const known = await rows<{ receipt: string }>(
    db(),
    'SELECT receipt FROM mpesa_receipt WHERE receipt = ANY($1)',
    [lines.map((line) => line.receipt)],
  )
  for (const line of lines)
    if (!known.some(({ receipt }) => receipt === line.receipt)) await storeCallback(statementOf(line))
  await settleInbox(handlers)
}
