import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { drawOnce } from '#tests/support/shown-call.tsx'
import { choicesQuery, useChoose } from './use-choose.ts'

const kinds = ['video_decided', 'track_decided'] as const

let client: QueryClient
let sent: PromiseWithResolvers<Response>[]
beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  sent = []
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>()
    sent.push(answer)
    return answer.promise
  })
  client = new QueryClient()
  client.setQueryData(choicesQuery.queryKey, {
    email: 'a@example.com',
    choices: kinds.map((kind) => ({ kind, mail: true, push: true })),
  })
})
afterEach(() => vi.unstubAllGlobals())

const shown = () => client.getQueryData(choicesQuery.queryKey)?.choices.map(({ mail }) => mail)
const choose = (kind: (typeof kinds)[number], is_on: boolean) =>
  drawOnce(client, useChoose).choose({ kind, channel: 'mail', is_on })
const offline = () => new TypeError('offline')

test('a choice that was not saved is taken back, whatever waits for another box', async () => {
  choose('video_decided', false)
  choose('track_decided', false)
  await expect.poll(shown).toEqual([false, false])
  await expect.poll(() => sent.length).toBe(1)
  sent[0]?.reject(offline())
  await expect.poll(shown).toEqual([true, false])
  await expect.poll(() => sent.length).toBe(2)
  sent[1]?.reject(offline())
  await expect.poll(shown).toEqual([true, true])
})

test('a choice that was not saved leaves what was pressed on the same box after it', async () => {
  choose('video_decided', false)
  choose('video_decided', true)
  choose('video_decided', false)
  await expect.poll(() => sent.length).toBe(1)
  sent[0]?.reject(offline())
  // Choices are sent in order.
  await expect.poll(() => sent.length).toBe(2)
  expect(shown()).toEqual([false, true])
})
