import { inBatches } from '#lib/core/batch.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { isFaultOfOne, pipelined, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { knownPhonesOfDancers, recordHeldGift } from '#lib/domain/fraud/own-phone.ts'
import { readReportedPhone } from '#lib/domain/fraud/reported-phone.ts'
import { admitPrompts, siteMark } from '#lib/domain/payments/admit-prompt.ts'
import { OpenPromptError, tellOnCommit } from '#lib/domain/payments/order-prompt.ts'
import type { Settings } from '#lib/domain/settings/policy.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { factsOf, giftVideos, lockForGifts, votesOfPhones } from './facts.ts'
import { type GiftOrder, giftIdOf, type OrderedGift } from './gift-order.ts'
import { giftsInsertion, type NewGift, ordersUnder } from './gift-rows.ts'
import { giftPrice, judgeGift, refusalError } from './policy.ts'

// Orders are made in batches (docs/decisions/0002). Each is judged by the same policies as if it had come alone.

/** A small part of the time that payers wait for M-Pesa in any case. */
const BATCH_INTERVAL_MS = 12
/** More than one, so that a batch that waits for a lock does not delay all others. Few, because callbacks need connections too. */
const CONCURRENCY = 3
const MAX_SIZE = 100

// One for each copy of this module, not one for the process: the caller must know the class of the error.
const makeInBatch = inBatches(makeGifts, {
  intervalMs: BATCH_INTERVAL_MS,
  concurrency: CONCURRENCY,
  maxSize: MAX_SIZE,
  // An order must see the result of the previous order of its phone.
  keyOf: ({ phone }) => phone,
  retriesEach: isFaultOfOne,
})

/**
 * Makes a gift, together with the others that are ordered now.
 * @throws NotFoundError and RuleError as `createGift`; OpenPromptError where the phone has a prompt already
 */
export async function makeGift(order: GiftOrder): Promise<OrderedGift> {
  const outcome = await makeInBatch(order)
  if (outcome instanceof Error) throw outcome
  return outcome
}

type Outcome = OrderedGift | Error

/**
 * Makes the gifts of orders in one transaction.
 * @param orders of different phones
 * @returns the gift of each, or why it is refused; an earlier order comes before a later one where they share a limit
 */
export async function makeGifts(orders: readonly GiftOrder[]): Promise<Outcome[]> {
  const settings = await readSettings()
  const videoIds = orders.map(({ videoId }) => videoId)
  const phones = orders.map(({ phone }) => phone)
  const make = async (tx: Tx) => {
    await lockForGifts(tx.client, videoIds, phones)
    return makeInOrder(tx, orders, settings)
  }
  return transaction(make, { keepsPlans: true })
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
  /** @param made ids of the gifts whose phones had no prompt */
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

/** An order that the rules of a gift take. */
type Taken = Pick<NewGift, 'id' | 'video' | 'verdict' | 'hold' | 'network'> & { readonly order: GiftOrder }

/** @returns of each order what is to be made, or what was made under its key before, or why it is refused */
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

/** The earliest moment at which the prompt is sent, where it is to wait. */
function promptAt({ promptAfterSeconds }: GiftOrder, moment: Date): Date | null {
  return promptAfterSeconds ? addSeconds(moment, promptAfterSeconds) : null
}

const askerOf = ({ isTest, sessionId }: GiftOrder) => (isTest ? '' : `session:${sessionId}`)

function newGift(
  { order, withoutPrompt, ...gift }: Taken & Pick<OrderedGift, 'withoutPrompt'>,
  moment: Date,
): NewGift {
  const { voteCount, phone, sessionId, deviceFingerprint } = order
  return {
    ...gift,
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
