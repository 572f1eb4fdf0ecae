import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall, requiredText, sentence } from '#lib/contract/call.ts'
import { closeDb } from '#lib/core/db.ts'
import { NotFoundError, RateLimitedError, RuleError } from '#lib/core/errors.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { say } from '#lib/core/sentence.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { reply, replyText } from '#lib/web/endpoint/reply.ts'
import { unknownPath } from '#lib/web/endpoint/unknown-path.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { send } from '#tests/support/send.ts'

const common = { group: 'Test', summary: 'A call of the test' } as const
const answer = z.object({ ok: z.boolean() })

const failing = (error: unknown) =>
  endpoint(
    defineCall('GET /test/fails/', { ...common, answer, alsoAnswers: [403, 404, 409, 429] }),
    {},
    () => {
      throw error
    },
  )

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

describe('errors', () => {
  test('are told in one shape each', async () => {
    const refused = new RuleError('voting_closed', 409, { gift_id: 'g' })
    await expectAnswer(await send(failing(refused)), 409, {
      error: 'Voting is not open for this challenge.',
      code: 'voting_closed',
      gift_id: 'g',
    })
    await expectAnswer(await send(failing(new NotFoundError('page_unknown'))), 404, {
      detail: 'This page doesn’t exist.',
      code: 'not_found',
    })
    const limited = await send(failing(new RateLimitedError(12.3)))
    expect(limited.headers.get('retry-after')).toBe('13')
    await expectAnswer(limited, 429, {
      detail: 'Too many requests. Please wait and try again.',
      retry_after: 13,
    })
  })

  test.each([
    ['sw', 'Shindano hili halipokei kura kwa sasa.', 'Sehemu hii lazima ijazwe.'],
    ['sw-KE,sw;q=0.9,en;q=0.8', 'Shindano hili halipokei kura kwa sasa.', 'Sehemu hii lazima ijazwe.'],
    ['en-KE,sw;q=0.5', 'Voting is not open for this challenge.', 'This field is required.'],
    ['de', 'Voting is not open for this challenge.', 'This field is required.'],
  ])('are told in the language of the request: %s', async (language, error, required) => {
    const headers = { 'accept-language': language }
    const refused = await send(failing(new RuleError('voting_closed', 409)), { headers })
    await expectAnswer(refused, 409, { error, code: 'voting_closed' })
    const noted = defineCall('POST /test/notes/', {
      ...common,
      body: z.object({ text: requiredText(20) }),
      answer: z.object({ message: sentence }),
    })
    const note = endpoint(noted, {}, () => ({ message: say('voting_closed') }))
    await expectAnswer(await send(note, { method: 'POST', headers, body: {} }), 400, {
      errors: { text: [required] },
      code: 'invalid',
    })
    const answered = await send(note, { method: 'POST', headers, body: { text: 'a' } })
    await expectAnswer(answered, 200, { message: error })
  })

  test('of ours tell nothing of the inside', async () => {
    for (const inside of [new Error('password=hunter2 at /srv'), 'thrown text', undefined]) {
      const response = await send(failing(inside), { headers: { 'x-request-id': 'trace-1' } })
      await expectAnswer(response, 500, {
        detail: 'Something went wrong. Please try again.',
        request_id: 'trace-1',
      })
      expect(response.headers.get('x-request-id')).toBe('trace-1')
    }
  })

  test('include an answer that the contract does not know', async () => {
    const call = defineCall('GET /test/wrong/', { ...common, answer })
    const other = endpoint(call, {}, () => reply({ ok: true }, { status: 201 }))
    await expect(send(other)).rejects.toThrow('answers 201, which its contract does not name')
    expect((await send(endpoint(call, {}, () => replyText('{"ok":"yes"}')))).status).toBe(500)
  })

  test('name the methods that a path has', async () => {
    const handlers = methods({ POST: failing(new NotFoundError()) })
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await send(handlers[method], { method })
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
      await expectAnswer(response, 405, {
        detail: 'Method not allowed.',
        code: 'method_not_allowed',
      })
    }
    const options = await send(handlers.OPTIONS, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })

  test('are the same for a path that is not documented', async () => {
    await expectAnswer(await send(unknownPath, { method: 'DELETE' }), 404, {
      detail: 'Not found.',
      code: 'not_found',
    })
  })
})

describe('an answer', () => {
  const call = defineCall('GET /test/answer/', { ...common, answer })

  test('carries the request id that came, where it is safe, else one of ours', async () => {
    const echo = async (given: string) =>
      (
        await send(
          endpoint(call, {}, () => ({ ok: true })),
          { headers: { 'x-request-id': given } },
        )
      ).headers.get('x-request-id')
    expect(await echo('abc-123')).toBe('abc-123')
    for (const unsafe of ['x'.repeat(65), 'a b', '<script>', '{"a":1}'])
      expect(await echo(unsafe)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('may be kept where the endpoint says so', async () => {
    const kept = endpoint(call, { cacheControl: 'public, max-age=1' }, () =>
      replyText('{"ok":true}', { headers: { etag: '"1"' } }),
    )
    const response = await send(kept)
    expect(response.headers.get('cache-control')).toBe('public, max-age=1')
    expect(response.headers.get('etag')).toBe('"1"')
    expect(await response.json()).toEqual({ ok: true })
  })
})
