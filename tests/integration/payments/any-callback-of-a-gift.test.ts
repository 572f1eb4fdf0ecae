// Random gifts with random callbacks: what settlement makes of them is what the rules say, told a second time here.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { giftPurpose } from '#lib/domain/gifts/settlement.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { settleAgain } from '#lib/domain/payments/settle.ts'
import { undecidedStates } from '#lib/domain/payments/states.ts'
import { type StageVideo, votesOf } from '#tests/support/contest.ts'
import { callbacksOf, setUpMoney } from '#tests/support/money.ts'
import {
  changeIntent,
  HOUR_MS,
  type PaidGift,
  paidGift,
  settleGifts,
  tellTheRest,
  timeFromNow,
  UNLISTED,
  withoutItem,
} from '#tests/support/paid-gift.ts'

const money = setUpMoney({ worker: 'none' })

/** So much may M-Pesa's clock differ from ours: before a prompt was sent, and after now. Seconds are all that it tells. */
const TOLERANCE_MS = 5 * 60_000
const SENT_MS = -2 * HOUR_MS
const aroundTolerance = [SENT_MS - TOLERANCE_MS, TOLERANCE_MS].flatMap((edge) => [
  edge - 1_000,
  edge,
  edge + 1_000,
])

/** What became of the video without its payments being held: its dancer is erased, or it was withdrawn at that time. */
type Removal = null | 'erased' | number
const removals: readonly Removal[] = ['erased', -HOUR_MS - 1_000, -HOUR_MS, -HOUR_MS + 1_000]

const story = fc.record({
  state: fc.constantFrom<PaymentState>(...undecidedStates, 'declined', 'rejected', 'review'),
  votes: fc.integer({ min: 1, max: 20 }),
  more: fc.constantFrom(0n, 0n, 0n, 5_000n, 500n, -50n),
  source: fc.constantFrom('127.0.0.1', '127.0.0.1', '::ffff:127.0.0.1', UNLISTED),
  hold: fc.constantFrom(null, null, null, 'fraud_hold'),
  prompt: fc.constantFrom('own', 'own', 'own', 'none', 'other'),
  isQueried: fc.boolean(),
  leaveOut: fc.constantFrom(null, null, null, 'PhoneNumber', 'TransactionDate', 'Amount'),
  /** When it was paid, from now; an hour ago where it is null. */
  at: fc.constantFrom(
    null,
    null,
    null,
    24 * HOUR_MS,
    -3 * HOUR_MS,
    -27 * 365 * 24 * HOUR_MS,
    ...aroundTolerance,
  ),
  removal: fc.constantFrom<Removal>(null, null, null, ...removals),
})
const prompts = { own: 'checkout_request_id', none: 'NULL', other: `'ws_CO_other of ' || id` }
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

/** A gift that is simply counted. What follows is different in one thing, and told each time, because chance seldom tells it. */
const plain: Story = {
  state: 'awaiting',
  votes: 3,
  more: 0n,
  source: '127.0.0.1',
  hold: null,
  prompt: 'own',
  isQueried: false,
  leaveOut: null,
  at: null,
  removal: null,
}
const examples: [Story[]][] = [
  [removals.map((removal) => ({ ...plain, removal }))],
  [aroundTolerance.map((at) => ({ ...plain, at }))],
]

test('whatever a payment and its callback are like, the rules decide, and the books show it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 6 }), async (stories) => {
      // A whole second, because the edges of the tolerance are.
      const moment = new Date(Math.floor(now().getTime() / 1_000) * 1_000)
      const made = await withClock(
        () => moment,
        () => play(stories),
      )
      expect(made).toEqual(stories.map(expected))
    }),
    { numRuns: 60, examples },
  )
})

/** What is left of a payment and its money; times only as far as they are one of those that a story knows. */
type Made = {
  state: PaymentState
  reason: string | null
  outcome: string
  votes: number
  /** Whether the time of payment is the one that M-Pesa told, or the moment at which the callback came. */
  paidAt: 'told' | 'now' | null
  /** Whether M-Pesa is asked about the prompt that the callback named. */
  isHinted: boolean
  receipt: string | null
  /** What its journal has moved, in cents. */
  moved: Readonly<Record<string, bigint>>
}

/** The rules once more, independently of the code: docs/money.md, docs/decisions/0004 and 0005. */
function expected(one: Story): Made {
  const { state, more, votes, hold, leaveOut } = one
  const asked = BigInt(votes) * 5_000n
  const asItWas: Made = {
    state,
    reason: null,
    outcome: '',
    votes: 0,
    paidAt: null,
    isHinted: false,
    receipt: null,
    moved: {},
  }
  const isBelieved = one.source !== UNLISTED
  const isUnsent = state === 'created' || state === 'submitting'
  if (one.prompt === 'none' && isBelieved && isUnsent)
    return { ...asItWas, outcome: 'set aside: waits for its acknowledgement' }

  const isOpen = undecidedStates.some((open) => open === state)
  if (!isBelieved || one.prompt !== 'own' || leaveOut === 'Amount') {
    const isHinted = one.prompt === 'none' && isBelieved && state !== 'review'
    const isOnPhone = state === 'awaiting' || state === 'submit_unknown'
    if (isOpen)
      return { ...asItWas, isHinted, state: isOnPhone ? 'verifying' : state, outcome: 'to be verified' }
    return { ...asItWas, isHinted, outcome: leaveOut === 'Amount' ? `already ${state}` : 'not believed' }
  }

  const forPeople = (reason: string, isReason = true): Made => ({
    ...asItWas,
    state: 'review',
    reason: isReason ? reason : null,
    outcome: `suspense: ${reason}`,
    receipt: `unmatched: ${reason}`,
    moved: { mpesa_collection: -(asked + more), suspense: asked + more },
  })
  if (state === 'review') return forPeople('in_review', false)
  if (more !== 0n) return forPeople('wrong_amount')
  if (hold) return forPeople(hold)

  const told = one.at ?? -HOUR_MS
  const isTimed = leaveOut !== 'TransactionDate' && told >= SENT_MS - TOLERANCE_MS && told <= TOLERANCE_MS
  const mayBePaid = isTimed ? [told] : [SENT_MS, 0]
  const objections = new Set(mayBePaid.map((at) => objectionAt(one.removal, at)))
  if (objections.size > 1)
    return {
      ...asItWas,
      state: state === 'unresolved' ? state : 'verifying',
      outcome: 'confirmed: its time is not known',
    }
  const [objection] = objections
  if (objection) return forPeople(objection)
  return {
    ...asItWas,
    state: 'credited',
    outcome: 'credited',
    votes,
    paidAt: isTimed ? 'told' : 'now',
    receipt: 'credited',
    moved: {
      mpesa_collection: -asked,
      dancer: BigInt(votes) * 1_500n,
      musician: BigInt(votes) * 1_500n,
      platform_revenue: BigInt(votes) * 2_000n,
    },
  }
}

function objectionAt(removal: Removal, at: number): string | null {
  if (removal === 'erased') return 'dancer_inactive'
  return removal !== null && at >= removal ? 'video_withdrawn' : null
}

/** Tells the stories, a gift each, and settles them in one batch. */
async function play(stories: readonly Story[]): Promise<Made[]> {
  const gifts: { paid: PaidGift; told: PaidGift; one: Story }[] = []
  for (const one of stories) {
    const paid = await paidGift(money, one.votes, BigInt(one.votes) * 5_000n + one.more)
    const told = one.at === null ? paid : { ...paid, line: { ...paid.line, at: timeFromNow(one.at) } }
    gifts.push({ paid, told, one })
    await changeIntent(
      paid.id,
      `state = '${one.state}', hold_reason = ${one.hold ? `'${one.hold}'` : 'NULL'},
        checkout_request_id = ${prompts[one.prompt]}, last_query_code = ${one.isQueried ? `'1032'` : 'NULL'}`,
    )
    await remove(paid.video, one.removal)
    await storeCallback(withoutItem(told, one.leaveOut, one.source))
  }
  await settleGifts()
  const made = await Promise.all(gifts.map(({ told, one }) => madeOf(told, one)))
  for (const { paid } of gifts) await tellTheRest(paid)
  // What has waited for an acknowledgement finds that its payment is decided.
  await settleAgain({ gift: giftPurpose })
  return made
}

/** Removes a video as the product does, but for the hold of its payments, by which settlement would know it at once. */
async function remove(video: StageVideo, removal: Removal): Promise<void> {
  if (removal === 'erased') {
    await db().query('UPDATE app_user SET deleted_at = $2 WHERE id = $1', [video.dancerId, now()])
  } else if (removal !== null) {
    await db().query(
      `UPDATE video SET status = 'rejected', withdrawn_at = $2, withdrawn_because = 'video_withdrawn' WHERE id = $1`,
      [video.id, timeFromNow(removal)],
    )
  }
}

type IntentRow = {
  state: PaymentState
  review_reason: string | null
  result_code: string | null
  last_query_code: string | null
  hint: string | null
  paid_at: Date | null
  settled_at: Date | null
  confirmed_at: Date | null
}
type ReceiptRow = {
  status: string
  reason: string | null
  amount: bigint
  paid_at: Date
  phone: string | null
  is_its: boolean
  is_told: boolean
}

/** Reads back what settlement wrote of a gift. @throws AssertionError if one of its rows contradicts another */
async function madeOf({ id, video, line }: PaidGift, { isQueried, leaveOut }: Story): Promise<Made> {
  const [intent] = await rows<IntentRow>(
    db(),
    `SELECT state, review_reason, result_code, last_query_code, hinted_checkout_request_id AS hint, paid_at, settled_at,
        confirmed_at FROM payment_intent WHERE id = $1`,
    [id],
  )
  if (!intent) throw new Error('no intent')
  const entries = await rows<{ owner: string; amount: bigint; at: Date; key: string }>(
    db(),
    `SELECT j.idempotency_key AS key, j.occurred_at AS at, e.amount, CASE a.owner_id WHEN $3 THEN 'dancer' WHEN $4 THEN 'musician'
          ELSE a.kind::text END AS owner
        FROM journal j JOIN entry e ON e.journal_id = j.id JOIN account a ON a.id = e.account_id WHERE j.source_id IN ($1, $2)`,
    [id, line.receipt, video.dancerId, video.musicianId],
  )
  const receipts = await rows<ReceiptRow>(
    db(),
    `SELECT status, reason, amount, paid_at, intent_id = $2 AS is_its, source = 'callback' AS is_told, phone
        FROM mpesa_receipt WHERE receipt = $1`,
    [line.receipt, id],
  )
  const [callback] = await callbacksOf(id)
  const { state, paid_at: at } = intent
  const isCounted = state === 'credited'
  expect(intent.result_code).toBe(isCounted ? '0' : null)
  expect(intent.settled_at !== null).toBe(isCounted)
  expect(intent.last_query_code).toBe(isQueried ? '1032' : null)
  expect(intent.confirmed_at !== null).toBe(callback?.outcome?.startsWith('confirmed') === true)
  for (const one of receipts) {
    const phone = leaveOut === 'PhoneNumber' ? null : line.phone
    expect(one).toMatchObject({ amount: line.amountCents, is_its: true, is_told: true, phone })
    if (at) expect(one.paid_at).toEqual(at)
  }
  for (const one of entries) {
    expect(one.key).toBe(isCounted ? `intent:${id}` : `receipt:${line.receipt}`)
    if (at) expect(one.at).toEqual(at)
  }
  expect(callback?.processed_at === null).toBe(callback?.outcome?.startsWith('set aside') === true)
  return {
    state,
    reason: intent.review_reason,
    outcome: callback?.outcome ?? '',
    votes: await votesOf(video),
    paidAt: at && (at.toISOString() === new Date(line.at).toISOString() ? 'told' : 'now'),
    isHinted: intent.hint === `ws_CO_${id}`,
    receipt: receipts.map(({ status, reason }) => (reason ? `${status}: ${reason}` : status))[0] ?? null,
    moved: Object.fromEntries(entries.map(({ owner, amount }) => [owner, amount])),
  }
}
