import { expect, test } from 'vitest'
import { ApiError } from '../http/api.ts'
import { idempotentAttempt } from './idempotent-attempt.ts'

function recorder() {
  const keys: string[] = []
  return {
    keys,
    answer: async (key: string) => keys.push(key),
    fail: (error: unknown) => async (key: string) => {
      keys.push(key)
      throw error
    },
  }
}

test.each([
  ['no answer came', new ApiError(0, null)],
  ['a proxy gave up waiting', new ApiError(504, null)],
  [
    'the first request is still at work',
    new ApiError(409, { code: 'request_in_progress', detail: 'Try again.' }),
  ],
  ['the page itself failed', new TypeError('broken')],
])('the same content is sent again with the same key where %s', async (_, error) => {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt()
  await expect(attempt('50 254700000001', fail(error))).rejects.toBe(error)
  await attempt('50 254700000001', answer)
  expect(keys[0]).toMatch(/^[0-9a-f]{24}$/)
  expect(keys[1]).toBe(keys[0])
})

test('what was answered, refused or changed gets a key of its own', async () => {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt()
  await attempt('50', answer)
  await attempt('50', answer)
  await expect(attempt('50', fail(new ApiError(422, null)))).rejects.toThrow()
  await expect(attempt('50', fail(new ApiError(0, null)))).rejects.toThrow()
  await attempt('60', answer)
  await attempt('50', answer)
  expect(new Set(keys).size).toBe(6)
})

/** Fails with each error in turn, as often as there are some, then is answered. @returns how many keys were used */
async function keysOf(...errors: ApiError[]): Promise<number> {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt()
  for (const error of errors) await expect(attempt('50', fail(error))).rejects.toBe(error)
  await attempt('50', answer)
  return new Set(keys).size
}

test('a limit, and a token that has run out, tell nothing of what went unanswered before: the key stays', async () => {
  const lost = new ApiError(0, null)
  const broken = new ApiError(503, null)
  const silent = [
    new ApiError(429, { code: 'gifts_crowded', error: 'Come again.' }),
    new ApiError(429, { detail: 'Too many.' }),
    new ApiError(401, { code: 'token_not_valid', detail: 'Given token not valid for any token type' }),
  ]
  for (const answer of silent) {
    expect(await keysOf(lost, answer)).toBe(1)
    expect(await keysOf(broken, answer, answer)).toBe(1)
    // Sent for the first time nothing was begun.
    expect(await keysOf(answer)).toBe(2)
  }
  // A rule is asked after the key, so nothing was made under it.
  expect(await keysOf(lost, new ApiError(429, { code: 'prompts_paused', error: 'Wait.' }))).toBe(2)
  expect(await keysOf(lost, new ApiError(422, null))).toBe(2)
})

test('what was begun before a reload went unanswered', async () => {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt({ content: '50', key: 'begun' })
  await expect(attempt('50', fail(new ApiError(429, null)))).rejects.toThrow()
  await attempt('50', answer)
  expect(keys).toEqual(['begun', 'begun'])
})

test('an answer that comes late leaves what was begun meanwhile its key', async () => {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt()
  const late = Promise.withResolvers<void>()
  const first = attempt('50', () => late.promise)
  await expect(attempt('60', fail(new ApiError(0, null)))).rejects.toThrow()
  late.resolve()
  await first
  await attempt('60', answer)
  expect(new Set(keys).size).toBe(1)
})
