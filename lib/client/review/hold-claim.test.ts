import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLAIM_SECONDS } from '#lib/contract/review/constants.ts'
import { type ClaimState, holdClaim } from './hold-claim.ts'

const answers = {
  held: () => Response.json({}),
  away: () => Response.json({ detail: 'away' }, { status: 503 }),
  decided: () => Response.json({ error: 'It waits no more.', code: 'not_waiting' }, { status: 409 }),
  deleted: () => Response.json({ detail: 'Not found.', code: 'not_found' }, { status: 404 }),
}
let answer: () => Response
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  asked = 0
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
    if (method === 'POST') asked += 1
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Claims. @returns the reported states, newest last */
function hold() {
  const told: ClaimState['kind'][] = []
  const claim = holdClaim('kyc', 'amina', ({ kind }) => told.push(kind))
  return { told, ...claim }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('a claim without an answer is asked for again, by itself and at once when that is wanted', async () => {
  answer = answers.away
  const { told, askNow, release } = hold()
  await pass(1)
  expect(told).toEqual(['unknown'])
  await pass(10)
  expect(told).toEqual(['unknown', 'unknown'])
  answer = answers.held
  askNow()
  askNow()
  expect(told.at(-1)).toBe('asking')
  await pass(1)
  expect([told.at(-1), asked]).toEqual(['held', 3])
  release()
  askNow()
  await pass(CLAIM_SECONDS)
  expect(asked).toBe(3)
})

test('a renewal that is lost leaves it held, until it runs out', async () => {
  answer = answers.held
  const { told, release } = hold()
  await pass(1)
  answer = answers.away
  await pass(CLAIM_SECONDS - 12)
  expect(asked).toBeGreaterThan(10)
  expect(new Set(told)).toEqual(new Set(['held']))
  await pass(20)
  expect(told.at(-1)).toBe('unknown')
  answer = answers.held
  await pass(10)
  expect(told.at(-1)).toBe('held')
  release()
  await pass(1)
})

test('what was decided or deleted meanwhile is over, and is held again once that is undone', async () => {
  answer = answers.held
  const { told, checkNow, release } = hold()
  await pass(1)
  answer = answers.decided
  checkNow()
  checkNow()
  expect(told).toEqual(['held'])
  await pass(1)
  expect([told, asked]).toEqual([['held', 'over'], 2])
  answer = answers.away
  await pass(10)
  expect(told.at(-1)).toBe('unknown')
  answer = answers.deleted
  await pass(10)
  expect(told.at(-1)).toBe('over')
  answer = answers.held
  await pass(10)
  expect(told.at(-1)).toBe('held')
  release()
  await pass(1)
})
