import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#lib/client/http/api.ts'
import { KEPT_AT } from '#lib/client/offline/kept-answers.ts'
import { serverClock } from './server-clock.ts'

const noon = Date.parse('2026-11-29T09:00:00Z')

// A phone whose clock is two days ahead.
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
  vi.stubGlobal('fetch', async () => Response.json({}, { headers }))
  await api('GET /videos/challenges/current/')
  return serverClock.at().getTime()
}

test('what an answer says of the time is so, whatever the phone says; what the phone has kept says nothing of it', async () => {
  expect(await ask({ date: new Date(noon).toUTCString() })).toBe(noon)
  expect(await ask({ date: new Date(noon - 86_400_000).toUTCString(), [KEPT_AT]: '1' })).toBe(noon)
  expect(await ask({})).toBe(noon)
})
