import { afterEach, expect, test, vi } from 'vitest'
import type { SubscriptionState } from '#lib/contract/subscriptions/calls.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { subscriptionQuery, useJoin } from './use-subscription.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

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
