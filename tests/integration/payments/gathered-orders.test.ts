// Orders that are made together are made as if each had come alone, one after the other (docs/decisions/0002).

import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { type GiftOrder, makeGifts, type OrderedGift } from '#lib/domain/gifts/make-gifts.ts'
import { withdrawVideos } from '#lib/domain/gifts/withdraw-videos.ts'
import { OpenPromptError } from '#lib/domain/payments/order-prompt.ts'
import { openMonth, type StageVideo, withdrawTo } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { stepOverMidnight } from '#tests/support/midnight.ts'
import { newPhone, setUpMoney } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })

const orderOf = (videoId: string, phone: string, more: Partial<GiftOrder> = {}): GiftOrder => ({
  videoId,
  voteCount: 1,
  phone,
  sessionId: `session-of-${phone}`,
  deviceFingerprint: 'fingerprint-1',
  ...more,
})

test('orders that come at once are one transaction, each with its gift, its payment and its job', async () => {
  const video = await money.video()
  const phones = Array.from({ length: 20 }, newPhone)
  const made = await Promise.all(phones.map((phone) => createGift(orderOf(video.id, phone))))
  const written = await rows(
    db(),
    `SELECT i.phone, g.phone AS "phoneOfGift", i.state, g.vote_count AS votes, i.xmin::text AS transaction
      FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE i.id = ANY($1) ORDER BY i.phone`,
    [made.map(({ id }) => id)],
  )
  expect(written.map(({ phone }) => phone)).toEqual([...phones].sort())
  expect(new Set(written.map(({ transaction }) => transaction)).size).toBe(1)
  for (const row of written) expect(row).toMatchObject({ phoneOfGift: row.phone, state: 'created', votes: 1 })
})

test('an order that Postgres refuses harms none of those that came with it', async () => {
  const video = await money.video()
  const phones = Array.from({ length: 4 }, newPhone)
  const outcomes = await Promise.allSettled(
    phones.map((phone, place) =>
      createGift(
        orderOf(video.id, phone, { deviceFingerprint: place === 2 ? 'not\0storable' : 'storable-1' }),
      ),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('one that waits for a lock holds up those of its batch alone', async () => {
  const [stuck, free] = [await money.video(), await money.video()]
  const phone = newPhone()
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`SELECT pg_advisory_xact_lock(hashtextextended('gift:' || $1, 0))`, [phone])
    const waiting = createGift(orderOf(stuck.id, phone))
    await until('the order waits', async () => (await countWaiting(owner)) === 1)
    expect((await createGift(orderOf(free.id, newPhone()))).withoutPrompt).toBeNull()
    await owner.query('COMMIT')
    await waiting
  })
})

test('batches of several processes with the same phones and networks end, and each phone has one gift', async () => {
  const videos = [await money.video(), await money.video(), await money.video()]
  const phones = Array.from({ length: 12 }, newPhone)
  const batch = (turn: number) =>
    phones.map((_, place) => {
      const at = turn % 2 === 0 ? place : phones.length - 1 - place
      return orderOf(videos[(at + turn) % 3]?.id ?? '', phones[at] ?? '', {
        sessionId: `shared-by-many-${at % 4}`,
        address: `172.16.9.${(at + turn) % 3}`,
      })
    })
  const outcomes = (await Promise.all([0, 1, 2, 3].map((turn) => makeGifts(batch(turn))))).flat()
  const made = outcomes.filter((one): one is OrderedGift => !(one instanceof Error))
  expect(made).toHaveLength(phones.length)
  for (const one of outcomes) if (one instanceof Error) expect(one).toBeInstanceOf(OpenPromptError)
})

test('new phones of one IPv6 /48 are counted together, whatever their networks, and who has paid before makes room', async () => {
  const video = await money.video()
  const site = `2c0f:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`
  const from = (network: number) => `${site}:${network.toString(16)}::1`
  const fromNew = (networks: number[]) =>
    makeGifts(networks.map((network) => orderOf(video.id, newPhone(), { address: from(network) })))
  const promptsOf = (outcomes: (OrderedGift | Error)[]) =>
    outcomes.map((one) => (one instanceof Error ? one.name : (one.withoutPrompt ?? 'prompted')))
  const networks = Array.from({ length: 151 }, (_, network) => network)
  const first = promptsOf(await fromNew(networks))
  expect(first.filter((one) => one === 'prompted')).toHaveLength(150)
  expect(first.filter((one) => one === 'network_crowded')).toHaveLength(1)
  // They are in nobody's way: another site, IPv4, and a phone that has paid before.
  for (const address of ['2c0f:fe38:1:1::1', '41.90.7.7'])
    expect(promptsOf(await makeGifts([orderOf(video.id, newPhone(), { address })]))).toEqual(['prompted'])
  const payer = orderOf(video.id, newPhone(), { address: from(999) })
  const asker = `session:${payer.sessionId}`
  await asked(video, payer.phone, { asker, state: 'verifying', isConfirmed: true })
  expect(promptsOf(await makeGifts([payer]))).toEqual(['prompted'])
  expect(promptsOf(await fromNew([997, 998])).sort()).toEqual(['network_crowded', 'prompted'])
  await db().query(
    `UPDATE payment_intent SET state = 'rejected', result_code = 'no_worker' WHERE state = 'created' AND channel = 'prompt'`,
  )
})

/** What came before an order, and what it is for. */
const story = fc.record({
  video: fc.constantFrom('open', 'open', 'open', 'withdrawn', 'own', 'known', 'late', 'none'),
  before: fc.constantFrom(
    'nothing',
    'nothing',
    'open',
    'declined',
    'unpaid',
    'unpaid elsewhere',
    'paid',
    'votes',
    'ordered',
  ),
  votes: fc.constantFrom(1, 5, 100),
  session: fc.constantFrom(0, 0, 1),
  network: fc.constantFrom(0, 0, 1),
  isTest: fc.constantFrom(false, false, false, true),
})
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

const plain: Story = { video: 'open', before: 'nothing', votes: 1, session: 0, network: 1, isTest: false }
const crowdOfOneSession = Array.from({ length: 8 }, () => plain)
const oneOfEach: Story[] = [
  { ...plain, network: 0 },
  { ...plain, network: 0, before: 'open' },
  { ...plain, network: 0, session: 1 },
  { ...plain, network: 0, isTest: true },
  { ...plain, network: 0, isTest: true },
  { ...plain, before: 'unpaid' },
  { ...plain, before: 'unpaid elsewhere' },
  { ...plain, before: 'ordered' },
  { ...plain, before: 'votes', votes: 5 },
  { ...plain, video: 'withdrawn' },
  { ...plain, video: 'own' },
  { ...plain, video: 'known' },
  { ...plain, video: 'late' },
]

test('whatever the orders are like, together they become what they become one after the other', async () => {
  // What a phone had before, it had on the same day.
  await stepOverMidnight(money)
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 2, maxLength: 9 }), async (stories) => {
      const together = await play(stories, makeGifts)
      const oneByOne = await play(stories, async (orders) => {
        const outcomes = []
        for (const order of orders) outcomes.push(...(await makeGifts([order])))
        return outcomes
      })
      expect(together).toEqual(oneByOne)
      for (const { outcome } of together) seen.add(outcome)
    }),
    { numRuns: 40, examples: [[crowdOfOneSession], [oneOfEach]] },
  )
  // Stories in which nothing happens would prove nothing.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'made',
      'not_found',
      'own_video',
      'voting_closed',
      'max_votes_reached',
      'OpenPromptError',
      'phone_waits',
      'prompts_paused',
      'too_many_phones',
      'network_crowded',
    ]),
  )
})

let plays = 0

/** Tells the stories, an order each, and makes them. @returns what became of each, without ids and phones */
async function play(
  stories: readonly Story[],
  make: (orders: readonly GiftOrder[]) => Promise<(OrderedGift | Error)[]>,
) {
  const stage = { open: await money.video(), turn: plays++ }
  // Some phones of the first network were asked before, so that it is nearly full.
  for (let n = 0; n < 12; n++) await asked(stage.open, newPhone(), { network: markOf(stage.turn, 0) })
  const orders: GiftOrder[] = []
  for (const one of stories) orders.push(await prepare(one, stage))
  const outcomes = await make(orders)
  const made = await Promise.all(
    outcomes.map(async (outcome, place) => {
      if (outcome instanceof Error) return { outcome: nameOf(outcome) }
      const written = await rows(
        db(),
        `SELECT i.state, i.result_code, i.hold_reason, i.amount, i.asker = $2 AS is_asker, i.network = g.network AS is_network,
            g.vote_count, g.video_id = $3 AS is_video, s.score
          FROM payment_intent i JOIN gift g ON g.intent_id = i.id LEFT JOIN fraud_signal s ON s.intent_id = i.id WHERE i.id = $1`,
        [outcome.id, `session:${orders[place]?.sessionId}`, orders[place]?.videoId],
      )
      return { outcome: outcome.withoutPrompt ?? 'made', amount: outcome.amount, written }
    }),
  )
  // The phones are free for the next play, and nothing is left to be sent.
  await db().query(
    `UPDATE payment_intent SET state = 'rejected', result_code = 'no_worker' WHERE state = 'created' AND channel = 'prompt'`,
  )
  return made
}

const nameOf = (error: Error) =>
  error instanceof RuleError ? error.code : error instanceof NotFoundError ? 'not_found' : error.name

const addressOf = (turn: number, network: number) => `10.${turn & 255}.${network}.1`
const markOf = (turn: number, network: number) => networkMark(addressOf(turn, network))

async function prepare(one: Story, { open, turn }: { open: StageVideo; turn: number }): Promise<GiftOrder> {
  const phone = newPhone()
  const video = one.video === 'open' ? open : await videoOf(one.video, phone)
  const sessionId = `session-${turn}-${one.session}`
  const order = orderOf(video.id, phone, {
    voteCount: one.votes,
    sessionId,
    address: addressOf(turn, one.network),
    ...(one.isTest ? { isTest: true } : {}),
  })
  const here = { asker: `session:${sessionId}`, network: markOf(turn, one.network) }
  switch (one.before) {
    case 'open':
      await asked(open, phone, { state: 'awaiting' })
      break
    case 'declined':
      await asked(open, phone, here)
      break
    case 'unpaid':
      for (const _ of [1, 2]) await asked(open, phone, here)
      break
    case 'unpaid elsewhere':
      for (const _ of [1, 2]) await asked(open, phone, { asker: 'session:of-somebody-else' })
      break
    case 'paid':
      await asked(open, phone, { ...here, state: 'verifying', isConfirmed: true })
      break
    case 'votes':
      await asked(video, phone, { state: 'verifying', votes: 996 })
      break
    case 'ordered': {
      const keyed = { ...order, idempotencyKey: `key-of-${phone}` }
      if (one.video === 'open') await makeGifts([{ ...keyed, sessionId, address: '' }])
      return keyed
    }
  }
  return order
}

async function videoOf(kind: Story['video'], phone: string): Promise<{ id: string }> {
  if (kind === 'none') return { id: newId() }
  const video = await money.video()
  if (kind === 'withdrawn')
    await transaction((tx) =>
      withdrawVideos(tx, {
        of: { videoId: video.id },
        because: 'video_withdrawn',
        sentence: 'No.',
        at: new Date(),
      }),
    )
  if (kind === 'known') await withdrawTo(video.dancerId, phone)
  if (kind === 'own')
    await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [video.dancerId, phone])
  if (kind === 'late') {
    const month = await openMonth()
    await db().query('UPDATE video SET challenge_id = $2 WHERE id = $1', [video.id, month.id])
    const end = new Date()
    await changeMonth(month, { ends_at: end, submissions_end_at: end })
  }
  return video
}

type Before = { state?: string; asker?: string; network?: string; votes?: number; isConfirmed?: boolean }

/** A prompt that the phone had before: declined where nothing else is said. */
async function asked(
  video: { id: string },
  phone: string,
  { state = 'declined', asker = '', network = '', votes = 1, isConfirmed = false }: Before,
): Promise<void> {
  const at = now()
  const found = await rows<{ id: string }>(
    db(),
    `INSERT INTO payment_intent (id, purpose, amount, phone, account_reference, state, result_code, asker, network, created_at,
        confirmed_at, checkout_request_id, submitted_at)
      VALUES ($1::uuid, 'gift', $2, $3, $4, $5::payment_state, CASE WHEN $5::payment_state = 'declined' THEN '1032' END, $6, $7,
        $9, CASE WHEN $8::boolean THEN $9::timestamptz END, $1::uuid::text, $9) RETURNING id`,
    [newId(), votes * 5_000, phone, `G${newSpokenCode(9)}`, state, asker, network, isConfirmed, at],
  )
  await db().query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id, device_fingerprint)
      SELECT $1, v.id, v.challenge_id, d.id, m.id, $3, $4, 'before', 'fingerprint-0'
      FROM video v JOIN track t ON t.id = v.track_id JOIN account d ON d.owner_id = v.dancer_id JOIN account m ON m.owner_id = t.musician_id
      WHERE v.id = $2`,
    [found[0]?.id, video.id, votes, phone],
  )
}
