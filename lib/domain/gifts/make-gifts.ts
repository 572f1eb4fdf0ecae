import { inBatches } from '#lib/core/batch.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { isFaultOfOne, pipelined, type Queryable, rows, type Statement } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { idOfAttempt, newSpokenCode } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { inIds } from '#lib/core/query-plans.ts'
import { type TraceParent, traceContext } from '#lib/core/tracing.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { knownPhonesOfDancers, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import type { Hold } from '#lib/domain/fraud/policy.ts'
import { readReportedPhone } from '#lib/domain/fraud/reported-phone.ts'
import { admitPrompts, siteMark } from '#lib/domain/payments/admit-prompt.ts'
import { OpenPromptError, tellOnCommit } from '#lib/domain/payments/order-prompt.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { promptOpenStates, statesText } from '#lib/domain/payments/states.ts'
import type { Settings } from '#lib/domain/settings/policy.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { factsOf, type GiftVideo, giftVideos, lockForGifts, votesOfPhones } from './facts.ts'
import { type GiftVerdict, giftPrice, judgeGift, refusalError } from './policy.ts'

/** A gift's order, in formats that the contract has checked. */
export type GiftOrder = {
  readonly videoId: string
  readonly voteCount: number
  /** 2547XXXXXXXX */
  readonly phone: string
  readonly sessionId: string
  readonly deviceFingerprint: string
  /** The client's network address. */
  readonly address?: string
  /** The same key for the same gift makes one gift, even if the first answer was lost. */
  readonly idempotencyKey?: string | null
  /** Delay of the prompt, because no prompt reaches a phone with an open USSD session. */
  readonly promptAfterSeconds?: number
  /** A vote of the test call. All such votes share one session, whose phones are not counted. */
  readonly isTest?: true
  /** Set by `makeGift`. */
  readonly trace?: TraceParent
}

/** `withoutPrompt` is the reason for no prompt: a `WithoutPrompt`, or M-Pesa's refusal; else null. */
export type OrderedGift = { id: string; amount: Cents; withoutPrompt: string | null }

/** The gift's id by its idempotency key; without a key, a new id each time. */
export function giftIdOf({ idempotencyKey, sessionId, videoId, phone, voteCount }: GiftOrder): string {
  return idOfAttempt(env.AUTH_SECRET, 'gift', idempotencyKey, [sessionId, videoId, phone, voteCount])
}

// Batches (docs/decisions/0002). The policies judge each order as if it were alone.

/**
 * Several batches at once, so that one that waits for a lock does not delay the others. Few, because
 * callbacks need database connections.
 */
const CONCURRENCY = 3
const MAX_SIZE = 100

// One per copy of this module, not a process singleton: callers compare its error classes.
const makeInBatch = inBatches(makeGifts, {
  name: 'make gifts',
  concurrency: CONCURRENCY,
  maxSize: MAX_SIZE,
  // An order must see the result of the phone's previous order.
  keyOf: ({ phone }) => phone,
  retriesEach: isFaultOfOne,
})

/**
 * Creates a gift in one batch with concurrent orders.
 * @throws NotFoundError and RuleError as `createGift`; OpenPromptError if the phone has an open prompt
 */
export async function makeGift(order: GiftOrder): Promise<OrderedGift> {
  const outcome = await makeInBatch({ ...order, trace: traceContext() })
  if (outcome instanceof Error) throw outcome
  return outcome
}

type Outcome = OrderedGift | Error

/**
 * Creates gifts in one transaction. If orders share a limit, earlier ones come first.
 * @param orders of different phones
 * @returns the gift of each order, or the error that refuses it
 */
export async function makeGifts(orders: readonly GiftOrder[]): Promise<Outcome[]> {
  const settings = await readSettings()
  const videoIds = orders.map(({ videoId }) => videoId)
  const phones = orders.map(({ phone }) => phone)
  const make = async (tx: Tx) => {
    await lockForGifts(tx.client, videoIds, phones)
    return makeInOrder(tx, orders, settings)
  }
  return transaction(make, { cachesPlans: true })
}

async function makeInOrder(tx: Tx, orders: readonly GiftOrder[], settings: Settings) {
  const moment = now()
  const judged = await judgeOrders(tx, orders, moment, settings)
  const taken = judged.filter((one): one is Taken => 'order' in one)
  const asked = taken.map(({ order, network }) => ({
    phone: order.phone,
    asker: askerOf(order),
    network,
    site: siteMark(order.address ?? ''),
  }))
  const verdicts = await admitPrompts(tx.client, asked, moment)
  const gifts = taken.flatMap((one, place) => {
    const verdict = verdicts[place] ?? null
    return verdict instanceof Error ? [] : [{ ...one, withoutPrompt: verdict }]
  })
  const refused = new Map(taken.map((one, place) => [one.id, verdicts[place]]))
  /** @param made ids of the gifts whose phones had no open prompt */
  const tell = (made: ReadonlySet<string>) =>
    judged.map((one): Outcome => {
      if (!('order' in one)) return one
      const verdict = refused.get(one.id) ?? null
      if (verdict instanceof Error) return verdict
      if (!made.has(one.id)) return new OpenPromptError()
      return { id: one.id, amount: giftPrice(one.order.voteCount), withoutPrompt: verdict }
    })
  if (gifts.length === 0) return tell(new Set())
  const insertion = giftsInsertion(gifts.map((one) => newGift(one, moment)))
  let made: ReadonlySet<string> = new Set()
  tellOnCommit(tx, () =>
    gifts.flatMap(({ id, order, withoutPrompt }) =>
      made.has(id) && !withoutPrompt ? [promptAt(order, moment)] : [],
    ),
  )
  const inserted = await rows<{ id: string }>(tx.client, insertion)
  made = new Set(inserted.map(({ id }) => id))
  for (const { id, order, hold } of gifts) {
    const { videoId, voteCount: votes } = order
    if (hold && made.has(id)) await recordHeldGift(tx.client, { intentId: id, videoId, votes, hold })
  }
  return tell(made)
}

/** An order that the gift rules accept. */
type Taken = Pick<NewGift, 'id' | 'video' | 'verdict' | 'hold' | 'network'> & { readonly order: GiftOrder }

/**
 * Returns for each order the gift to create, the gift that its key created before, or the error that refuses
 * it.
 */
async function judgeOrders(
  { client }: Tx,
  orders: readonly GiftOrder[],
  moment: Date,
  settings: Settings,
): Promise<(Taken | OrderedGift | Error)[]> {
  const ids = orders.map(giftIdOf)
  const videoIds = [...new Set(orders.map(({ videoId }) => videoId))]
  const [ordered, videos, known, votes] = await pipelined([
    ordersUnder(
      client,
      ids.filter((_, place) => orders[place]?.idempotencyKey),
    ),
    giftVideos(client, videoIds),
    knownPhonesOfDancers(client, videoIds),
    votesOfPhones(client, orders, moment),
  ])
  return orders.map((order, place) => {
    const id = ids[place] ?? ''
    const before = ordered.get(id)
    if (before) return before
    const video = videos.get(order.videoId)
    if (!video) return new NotFoundError()
    const { voteCount, address = '' } = order
    const asked = { voteCount, payer: readReportedPhone(order.phone), at: moment, isPaid: false }
    const votesThatDay = votes[place] ?? { sure: 0, possible: 0 }
    const { facts, payer } = factsOf(video, asked, known.get(video.dancerId) ?? [], settings, votesThatDay)
    const verdict = judgeGift(facts)
    if (verdict.kind === 'refused') return refusalError(verdict.reason)
    const hold = verdict.kind === 'held' && verdict.reason === 'fraud_hold' ? payer.hold : null
    return { id, order, video, verdict, hold, network: networkMark(address) }
  })
}

function promptAt({ promptAfterSeconds }: GiftOrder, moment: Date): Date | null {
  return promptAfterSeconds ? addSeconds(moment, promptAfterSeconds) : null
}

const askerOf = ({ isTest, sessionId }: GiftOrder) => (isTest ? '' : `session:${sessionId}`)

function newGift(
  { order, withoutPrompt, ...gift }: Taken & Pick<OrderedGift, 'withoutPrompt'>,
  moment: Date,
): NewGift {
  const { voteCount, phone, sessionId, deviceFingerprint, trace } = order
  return {
    ...gift,
    trace,
    voteCount,
    phone,
    sessionId,
    deviceFingerprint,
    givenAt: moment,
    payment: {
      channel: 'prompt',
      state: withoutPrompt ? 'rejected' : 'created',
      resultCode: withoutPrompt,
      asker: askerOf(order),
      createdAt: moment,
      promptAt: withoutPrompt ? null : promptAt(order, moment),
    },
  }
}

/** Characters after the `G`; M-Pesa allows 12 in all. */
const REFERENCE_LENGTH = 9

export function newGiftReference(): string {
  return `G${newSpokenCode(REFERENCE_LENGTH)}`
}

type NewGift = {
  readonly id: string
  readonly video: GiftVideo
  readonly voteCount: number
  readonly phone: string
  readonly verdict: Exclude<GiftVerdict, { kind: 'refused' }>
  /** Details for officers if the gift is held because of the dancer's own phone. */
  readonly hold: Hold | null
  readonly sessionId: string
  readonly deviceFingerprint: string
  /** Hashed network of the orderer (lib/domain/fraud/network-mark.ts); '' if unknown. */
  readonly network: string
  /**
   * When the gift counts for the phase and the daily limit: the order time, or M-Pesa's payment time for
   * Paybill.
   */
  readonly givenAt: Date
  readonly trace?: TraceParent
  /** `createdAt` is the order time. */
  readonly payment:
    | { readonly channel: 'paybill' }
    | {
        readonly channel: 'prompt'
        readonly state: PaymentState
        readonly resultCode: string | null
        readonly asker: string
        readonly createdAt: Date
        /** The earliest time of the prompt; null means at once. */
        readonly promptAt: Date | null
      }
}

/** Inserts gifts, except those whose phone has an open prompt. Returns the inserted ids. */
function giftsInsertion(gifts: readonly NewGift[]): Statement {
  const prompts = gifts.map(({ payment }) => (payment.channel === 'prompt' ? payment : null))
  const of = (value: (gift: NewGift) => string | number | bigint | null) => gifts.map(value)
  return {
    name: 'gifts-insertion',
    text: `WITH asked AS (
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::payment_channel[], $7::payment_state[],
          $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::uuid[], $13::uuid[], $14::bigint[], $15::bigint[], $16::int[],
          $17::text[], $18::text[], $19::text[], $20::timestamptz[], $21::timestamptz[], $22::text[])
        AS a(id, amount, phone, account_reference, hold_reason, channel, state, result_code, asker, prompt_network, created_at, video_id,
          challenge_id, dancer_account_id, musician_account_id, vote_count, session_id, device_fingerprint, network, prompt_at, given_at,
          trace_context)
      ), made AS (
        INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, hold_reason, channel, state, result_code, asker,
          network, created_at, submitted_at, trace_context)
        SELECT id, 'gift', amount, phone, account_reference, hold_reason, channel, state, result_code, asker, prompt_network,
          created_at, prompt_at, trace_context
        FROM asked
        ON CONFLICT (phone) WHERE channel = 'prompt' AND state IN ${statesText(promptOpenStates)} DO NOTHING
        RETURNING id
      ), given AS (
        INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
          device_fingerprint, network, created_at)
        SELECT id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id, device_fingerprint,
          network, given_at
        FROM asked JOIN made USING (id)
      )
      SELECT id FROM made`,
    values: [
      of(({ id }) => id),
      of(({ voteCount }) => giftPrice(voteCount)),
      of(({ phone }) => phone),
      of(newGiftReference),
      of(({ verdict }) => (verdict.kind === 'held' ? verdict.reason : null)),
      of(({ payment }) => payment.channel),
      prompts.map((prompt) => prompt?.state ?? 'created'),
      prompts.map((prompt) => prompt?.resultCode ?? null),
      prompts.map((prompt) => prompt?.asker ?? ''),
      of(({ payment, network }) => (payment.channel === 'prompt' ? network : '')),
      prompts.map((prompt) => prompt?.createdAt ?? now()),
      of(({ video }) => video.id),
      of(({ video }) => video.challengeId),
      of(({ video }) => video.dancerAccountId),
      of(({ video }) => video.musicianAccountId),
      of(({ voteCount }) => voteCount),
      of(({ sessionId }) => sessionId),
      of(({ deviceFingerprint }) => deviceFingerprint),
      of(({ network }) => network),
      prompts.map((prompt) => prompt?.promptAt ?? null),
      gifts.map(({ givenAt }) => givenAt),
      of(({ trace }) => trace ?? null),
    ],
  }
}

export async function insertGift(on: Queryable, gift: NewGift): Promise<void> {
  await on.query(giftsInsertion([gift]))
  if (gift.verdict.kind !== 'held' || gift.verdict.reason !== 'fraud_hold' || !gift.hold) return
  const { id, video, voteCount: votes, hold } = gift
  await recordHeldGift(on, { intentId: id, videoId: video.id, votes, hold })
}

/** Gifts that already exist under these ids, by id: their first answers may have been lost. */
export async function ordersUnder(on: Queryable, ids: readonly string[]): Promise<Map<string, OrderedGift>> {
  if (ids.length === 0) return new Map()
  const found = await kysely(on)
    .selectFrom('paymentIntent')
    .select(['id', 'amount', 'state', 'resultCode'])
    .where('id', 'in', inIds(ids))
    .execute()
  return new Map(
    found.map(({ id, amount, state, resultCode: code }) => [
      id,
      { id, amount, withoutPrompt: state === 'rejected' ? (code ?? 'rejected') : null },
    ]),
  )
}
