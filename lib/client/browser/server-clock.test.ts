import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#lib/client/http/api.ts'
import { CACHED_AT } from '#lib/client/offline/cached-answers.ts'
import { serverAnswers } from './server-answers.ts'
import { serverClock } from './server-clock.ts'

const noon = Date.parse('2026-11-29T09:00:00Z')

// A phone two days ahead.
beforeEach(() => {
  vi.useFakeTimers({ now: noon + 2 * 86_400_000, toFake: ['Date'] })
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  serverClock.note(new Response(null, { headers: { date: new Date().toUTCString() } }))
  vi.unstubAllGlobals()
})

async function ask(headers: Record<string, string>): Promise<number> {
  vi.stubGlobal('fetch', async () => Response.json({}, { headers: { 'x-request-id': 'r', ...headers } }))
  await api('GET /videos/challenges/current/')
  return serverClock.at().getTime()
}

test('what an answer says of the time is so, whatever the phone says; what the phone has kept says nothing of it', async () => {
  expect(await ask({ date: new Date(noon).toUTCString() })).toBe(noon)
  expect(await ask({ date: new Date(noon - 86_400_000).toUTCString(), [CACHED_AT]: '1' })).toBe(noon)
  expect(await ask({})).toBe(noon)
})

test('what a net answers in our place says nothing of it', async () => {
  expect(await ask({ date: new Date(noon).toUTCString() })).toBe(noon)
  const date = new Date(noon - 86_400_000).toUTCString()
  vi.stubGlobal(
    'fetch',
    async () => new Response('Buy data', { headers: { date, 'content-type': 'text/html' } }),
  )
  await expect(api('GET /videos/challenges/current/')).rejects.toThrow()
  expect(await serverAnswers()).toBe(false)
  expect(serverClock.at().getTime()).toBe(noon)
})
