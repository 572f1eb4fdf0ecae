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
