import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/client/http/api.ts'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { say } from '#lib/core/sentence.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { subscriptionQuery, useJoin, useJoinProblem } from './use-subscription.ts'

afterEach(() => vi.unstubAllGlobals())

const unpaid = { subscribed: false, payment_status: 'none' } as unknown as SubscriptionState
const paid = { subscribed: true, payment_status: 'paid' } as unknown as SubscriptionState

test('a state that was asked for before the payment does not undo it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ payment_status: 'paid' }))
  const { client, requests, stop, ask, data } = shownCall<SubscriptionState>(subscriptionQuery.queryKey)
  const challenge = { id: 'c' } as Parameters<typeof useJoin>[0]
  requests[0]?.resolve(unpaid)
  await expect.poll(() => data()?.subscribed).toBe(false)
  void ask()
  await drawOnce(client, () => useJoin(challenge, false)).join(null)
  requests[1]?.resolve(unpaid)
  await expect.poll(() => requests.length).toBe(3)
  expect(data()?.subscribed).toBe(true)
  requests[2]?.resolve(paid)
  await expect.poll(() => data()?.payment_status).toBe('paid')
  stop()
})

test('where nothing is known yet, the state is asked for again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ payment_status: 'paid' }))
  const { client, requests, stop, data } = shownCall<SubscriptionState>(subscriptionQuery.queryKey)
  const challenge = { id: 'c' } as Parameters<typeof useJoin>[0]
  await drawOnce(client, () => useJoin(challenge, false)).join(null)
  requests[0]?.resolve(unpaid)
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.resolve(paid)
  await expect.poll(() => data()?.subscribed).toBe(true)
  stop()
})

const priceChanged = {
  error: 'The subscription fee is now KES 1,000. Nothing was charged.',
  code: 'price_changed',
  subscription_fee: 1_000,
}
const costing = (subscription_fee: number) => ({ id: 'c', subscription_fee }) as Parameters<typeof useJoin>[0]

test('what is sent is the price on the button; where it costs more, the new one is read before that is said', async () => {
  const sent: { body: unknown; key: string | undefined }[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    const { 'Idempotency-Key': key } = headers as Record<string, string>
    sent.push({ body: JSON.parse(String(body)), key })
    return sent.length === 1
      ? Response.json(priceChanged, { status: 409 })
      : Response.json({ payment_status: 'paid' })
  })
  const { client, requests, stop, data } = shownCall<SubscriptionState>(subscriptionQuery.queryKey)
  requests[0]?.resolve({ ...unpaid, challenge: costing(50) })
  await expect.poll(() => data()?.challenge?.subscription_fee).toBe(50)
  const told: unknown[] = []
  const refused = drawOnce(client, () => useJoin(costing(50), false))
    .join(null)
    .then((isTaken) => told.push({ isTaken, fee: data()?.challenge?.subscription_fee }))
  await expect.poll(() => requests.length).toBe(2)
  expect(told).toEqual([])
  requests[1]?.resolve({ ...unpaid, challenge: costing(1_000) })
  await refused
  expect(told).toEqual([{ isTaken: false, fee: 1_000 }])
  expect(await drawOnce(client, () => useJoin(costing(1_000), false)).join(null)).toBe(true)
  expect(sent.map(({ body }) => body)).toEqual([{ shown_fee: 50 }, { shown_fee: 1_000 }])
  stop()
})

test.each([
  ['en', 'Subscription failed: The subscription fee is now KES 1,000. Nothing was charged.'],
  ['sw', 'Kujiunga hakukufaulu: Ada ya mwezi sasa ni KES 1,000. Hakuna pesa zilizokatwa.'],
] as const)('a price that has changed is told in the language of the page: %s', (language, sentence) => {
  const problemOf = drawOnce(new QueryClient(), () => useJoinProblem(false), language)
  const error = say('price_changed', { fee: 'KES 1,000' }).in(language)
  expect(problemOf(new ApiError(409, { ...priceChanged, error }))).toEqual({ field: null, sentence })
})
