import { expect, test } from 'vitest'
import { ApiError } from '../http/api.ts'
import { idempotentAttempt, whatIsKnown } from './idempotent-attempt.ts'

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

test('what is known of a first request, and of one that was sent before, is what each answer proves', () => {
  const both = (status: number, data: unknown) => {
    const error = new ApiError(status, data)
    return [whatIsKnown(error, false), whatIsKnown(error, true)]
  }
  // No answer, a proxy that gave up, or a fault after everything was done.
  const ofNobody = [0, 408, 500, 502, 503, 504].map((status) => both(status, null))
  expect(ofNobody).toEqual(Array(6).fill(['unknown', 'unknown']))
  expect(both(500, { detail: 'Something went wrong.', request_id: 'r' })).toEqual(['unknown', 'unknown'])
  expect(both(409, { code: 'request_in_progress' })).toEqual(['unknown', 'unknown'])
  expect(whatIsKnown(new DOMException('gone', 'AbortError'), false)).toBe('unknown')
  // Checked before the key, or not from the API.
  expect(both(401, { code: 'token_not_valid' })).toEqual(['refused', 'unknown'])
  expect(both(429, { detail: 'Too many.' })).toEqual(['refused', 'unknown'])
  expect(both(429, { code: 'gifts_crowded' })).toEqual(['refused', 'unknown'])
  expect(both(403, '<html>Blocked</html>')).toEqual(['refused', 'unknown'])
  // Our rules are checked after the key.
  expect(both(429, { code: 'prompts_paused' })).toEqual(['refused', 'refused'])
  expect(both(429, { code: 'too_many_phones' })).toEqual(['refused', 'refused'])
  expect(both(403, { code: 'voting_closed' })).toEqual(['refused', 'refused'])
  expect(both(422, { code: 'idempotency_key_reused' })).toEqual(['refused', 'refused'])
})

test('what is sent again while the first hangs is a repeat', async () => {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt()
  const first = attempt('50', (key) => {
    keys.push(key)
    return new Promise<never>(() => undefined)
  })
  void first
  await expect(attempt('50', fail(new ApiError(429, { detail: 'Too many.' })))).rejects.toThrow()
  await attempt('50', answer)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
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

/** Fails with each error in turn, then succeeds. @returns the number of keys used */
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
    new ApiError(401, { code: 'token_not_valid', detail: 'Your session has ended. Please log in again.' }),
  ]
  for (const answer of silent) {
    expect(await keysOf(lost, answer)).toBe(1)
    expect(await keysOf(broken, answer, answer)).toBe(1)
    // On the first send nothing was started.
    expect(await keysOf(answer)).toBe(2)
  }
  // Rules are checked after the key, so nothing was done.
  expect(await keysOf(lost, new ApiError(429, { code: 'prompts_paused', error: 'Wait.' }))).toBe(2)
  expect(await keysOf(lost, new ApiError(403, { code: 'voting_closed', error: 'Over.' }))).toBe(2)
})

test('what was begun before a reload went unanswered', async () => {
  const { keys, answer, fail } = recorder()
  const stored = { content: '50', key: 'begun', startedAt: 0 }
  const attempt = idempotentAttempt({ read: () => stored, write: () => undefined, forget: () => undefined })
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

test('what went unanswered keeps its key where another content is refused, not where it is answered', async () => {
  const { keys, answer, fail } = recorder()
  const attempt = idempotentAttempt()
  await expect(attempt('50', fail(new ApiError(0, null)))).rejects.toThrow()
  await expect(attempt('60', fail(new ApiError(400, { code: 'insufficient_balance' })))).rejects.toThrow()
  await expect(attempt('50', fail(new ApiError(0, null)))).rejects.toThrow()
  expect([keys[2], new Set(keys).size]).toEqual([keys[0], 2])
  await attempt('60', answer)
  await attempt('50', answer)
  expect(new Set(keys).size).toBe(4)
})
