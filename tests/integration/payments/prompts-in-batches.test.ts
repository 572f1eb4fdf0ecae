// Prompts claimed by several workers at once, and answers that share a transaction (docs/decisions/0002).
import { expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { callbacksStored } from '#lib/domain/payments/events.ts'
import { storeCallback } from '#lib/domain/payments/inbox.ts'
import { settleInbox } from '#lib/domain/payments/settle.ts'
import { claimPrompts, noteAnswer, sweepIntents } from '#lib/domain/payments/submit.ts'
import { increases } from '#tests/support/measures.ts'
import { intentOf, newPhone, setUpMoney } from '#tests/support/money.ts'
import { orderUnwaited } from '#tests/support/payers.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none' })

async function orderMany(count: number): Promise<string[]> {
  const video = await money.video()
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await orderUnwaited(video, newPhone())).id)
  return ids
}

const ack = (requestId: string, intentId: string, checkoutRequestId: string) => ({
  requestId,
  intentId,
  status: 200,
  response: JSON.stringify({ body: { told: 'with "quotes", \\ and {braces}' } }),
  state: 'awaiting' as const,
  code: null,
  checkoutRequestId,
  merchantRequestId: 'merchant',
})

test('claims at the same time share the prompts, oldest first, and each request is committed before', async () => {
  const ids = await orderMany(30)
  const claims = await Promise.all([claimPrompts(10), claimPrompts(10), claimPrompts(10)])
  const claimed = claims.map(({ prompts }) => prompts.map(({ prompt }) => prompt.intentId))
  expect(claimed.flat().toSorted()).toEqual(ids.toSorted())
  for (const its of claimed) expect(its).toEqual(ids.filter((id) => its.includes(id)))
  expect((await claimPrompts(10)).prompts).toEqual([])
  const requests = await rows<{ id: string; intent_id: string; phone: string }>(
    db(),
    `SELECT id, intent_id, request->>'PhoneNumber' AS phone FROM daraja_request WHERE intent_id = ANY($1)`,
    [ids],
  )
  const sent = claims.flatMap(({ prompts }) => prompts)
  expect(new Set(requests.map(({ id }) => id))).toEqual(new Set(sent.map(({ requestId }) => requestId)))
  for (const { prompt } of sent)
    expect(requests.find(({ intent_id }) => intent_id === prompt.intentId)?.phone).toBe(prompt.phone)
})

test('answers share a transaction, and one that can not be stored harms no other', async () => {
  await orderMany(4)
  const { prompts } = await claimPrompts(4)
  const [first, second, third, fourth] = prompts
  if (!first || !second || !third || !fourth) throw new Error('too few prompts')
  const noted = await Promise.allSettled([
    noteAnswer(ack(first.requestId, first.prompt.intentId, 'ws_CO_one')),
    noteAnswer(ack(second.requestId, second.prompt.intentId, 'ws_CO_two')),
    // M-Pesa names one prompt for two payments.
    noteAnswer(ack(third.requestId, third.prompt.intentId, 'ws_CO_two')),
    noteAnswer({
      ...ack(fourth.requestId, fourth.prompt.intentId, 'ws_CO_four'),
      state: 'rejected',
      code: 'throttled',
      checkoutRequestId: null,
    }),
  ])
  expect(noted.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await intentOf(first.prompt.intentId)).toMatchObject({
    state: 'awaiting',
    checkout_request_id: 'ws_CO_one',
  })
  expect(await intentOf(second.prompt.intentId)).toMatchObject({
    state: 'awaiting',
    checkout_request_id: 'ws_CO_two',
  })
  expect(await intentOf(third.prompt.intentId)).toMatchObject({
    state: 'submitting',
    checkout_request_id: null,
  })
  expect(await intentOf(fourth.prompt.intentId)).toMatchObject({
    state: 'rejected',
    result_code: 'throttled',
    next_check_at: null,
  })
})

test('many stored callbacks wake each worker, and few times', async () => {
  const heard = { first: 0, second: 0 }
  const feeds = (['first', 'second'] as const).map((name) =>
    openEventFeed([listenTo(callbacksStored, () => heard[name]++)]),
  )
  await until('both are connected', () => feeds.every((feed) => feed.isConnected()))
  const callback = { kind: 'stk', intentId: null, sourceAddress: '127.0.0.1', body: '{}' } as const
  await Promise.all(Array.from({ length: 30 }, () => storeCallback(callback)))
  await until('both are woken', () => heard.first > 0 && heard.second > 0)
  expect(heard.first).toBeLessThan(30)
  for (const feed of feeds) feed.end()
  await settleInbox({})
})

test('a prompt that no worker has sent counts as late as soon as it is withdrawn', async () => {
  const increased = await increases({
    'ngoma_prompt_wait_seconds_bucket{le="60"}': 0,
    ngoma_prompt_wait_seconds_count: 1,
  })
  const [id = ''] = await orderMany(1)
  await money.passTime(61)
  await sweepIntents()
  expect(await intentOf(id)).toMatchObject({ state: 'rejected', result_code: 'no_worker' })
  await increased()
})
