import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall, nothing, uuid } from '#lib/contract/call.ts'
import { closeDb } from '#lib/core/db.ts'
import { NotFoundError, RateLimitedError, RuleError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { closePrisma } from '#lib/core/prisma.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { endpoint } from '#lib/web/endpoint.ts'
import { methods } from '#lib/web/methods.ts'
import { reply, replyText } from '#lib/web/reply.ts'
import { unknownPath } from '#lib/web/unknown-path.ts'
import { signInAs } from '#tests/support/people.ts'
import { newAddress, type Sent, send } from '#tests/support/send.ts'

const common = { group: 'Test', summary: 'A call of the test' } as const
const answer = z.object({ ok: z.boolean() })

const writeNote = defineCall({
  ...common,
  method: 'POST',
  path: '/test/{id}/notes/',
  params: z.object({ id: uuid }),
  query: z.object({ page: z.coerce.number({ error: 'A valid integer is required.' }).default(1) }),
  body: z.object({ text: z.string().max(20, 'Too long.'), stars: z.number().optional() }),
  answer: z.object({ id: z.string(), page: z.number(), text: z.string() }),
})
const note = endpoint(writeNote, {}, ({ params, query, body }) => ({
  id: params.id,
  page: query.page,
  text: body.text,
}))

const id = newId()
const post = (sent: Sent) => send(note, { method: 'POST', params: { id }, ...sent })
const failing = (error: unknown) =>
  endpoint(defineCall({ ...common, method: 'GET', path: '/test/fails/', answer }), {}, () => {
    throw error
  })

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis(), closePrisma()])
})

/** Every answer says where it may be kept and which request it answers. */
async function expectAnswer(response: Response, status: number, body: unknown) {
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]{1,64}$/)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
}

describe('what is sent', () => {
  test('is read from path, query and body; unknown fields are ignored', async () => {
    const response = await post({ query: { page: '3' }, body: { text: 'hello', other: true } })
    await expectAnswer(response, 200, { id, page: 3, text: 'hello' })
  })

  test('names nothing where the path holds no id', async () => {
    const response = await post({ params: { id: 'not-an-id' }, body: { text: 'hello' } })
    await expectAnswer(response, 404, { detail: 'Not found.', code: 'not_found' })
  })

  const refusals: [string, Sent, Record<string, string[]>][] = [
    [
      'a wrong query',
      { query: { page: 'x' }, body: { text: '' } },
      { page: ['A valid integer is required.'] },
    ],
    ['a missing field', { body: {} }, { text: ['This field is required.'] }],
    [
      'wrong types',
      { body: { text: 1, stars: 'x' } },
      { text: ['Not a valid string.'], stars: ['A valid number is required.'] },
    ],
    ['a rule of the contract', { body: { text: 'x'.repeat(21) } }, { text: ['Too long.'] }],
    ['no body', {}, { non_field_errors: ['A JSON body is required.'] }],
    ['broken JSON', { body: '{"text":' }, { non_field_errors: ['The body is not valid JSON.'] }],
    ['a list', { body: '[1]' }, { non_field_errors: ['The body must be a JSON object.'] }],
    ['null', { body: 'null' }, { non_field_errors: ['The body must be a JSON object.'] }],
    [
      'bytes that are no text',
      { body: new Uint8Array([0x7b, 0xff, 0x7d]) },
      { non_field_errors: ['The body is not valid UTF-8.'] },
    ],
    [
      'a form',
      { body: 'text=hello', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { non_field_errors: ['Send the body as JSON, with Content-Type: application/json.'] },
    ],
    [
      'a null character',
      { body: { text: 'a\0b' } },
      { non_field_errors: ['Null characters are not allowed.'] },
    ],
    [
      'half a character',
      { body: '{"text":"\\ud800"}' },
      { non_field_errors: ['Null characters are not allowed.'] },
    ],
    [
      'a null character in the query',
      { query: { page: '1\0' }, body: { text: '' } },
      { page: ['Null characters are not allowed.'] },
    ],
  ]
  test.each(refusals)('is refused with %s', async (_case, sent, errors) => {
    await expectAnswer(await post(sent), 400, { errors, code: 'invalid' })
  })

  test('may hold what only looks like a null character', async () => {
    await expectAnswer(await post({ body: '{"text":"\\\\u0000 😀"}' }), 200, {
      id,
      page: 1,
      text: '\\u0000 😀',
    })
  })

  test('may be up to 64 KiB long, declared or not', async () => {
    const tooLarge = { detail: 'The request body is too large.', code: 'too_large' }
    const sized = (bytes: number) => `{"text":"a","pad":"${'x'.repeat(bytes - 21)}"}`
    expect((await post({ body: sized(64 * 1024) })).status).toBe(200)
    await expectAnswer(await post({ body: sized(64 * 1024 + 1) }), 413, tooLarge)
    await expectAnswer(await post({ body: '{}', headers: { 'content-length': '999999' } }), 413, tooLarge)
  })

  test('is no longer read once it is too long', async () => {
    let given = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1024
        controller.enqueue(new Uint8Array(1024).fill(0x20))
      },
    })
    const request = new Request('http://127.0.0.1/api/', {
      method: 'POST',
      body: endless,
      headers: { 'x-forwarded-for': newAddress() },
      duplex: 'half',
    } as RequestInit)
    const response = await note(request, { params: Promise.resolve({ id }) })
    expect(response.status).toBe(413)
    expect(given).toBeLessThan(70 * 1024)
  })

  test('may be nothing where the call can do without', async () => {
    const call = defineCall({
      ...common,
      method: 'POST',
      path: '/test/optional/',
      body: z.object({ text: z.string().optional() }),
      status: 204,
      answer: nothing,
    })
    const response = await send(
      endpoint(call, {}, () => ({})),
      { method: 'POST' },
    )
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
  })
})

describe('who calls', () => {
  const members = endpoint(
    defineCall({
      ...common,
      method: 'GET',
      path: '/test/member/',
      access: 'member',
      answer: z.object({ id: z.string() }),
    }),
    {},
    ({ actor }) => ({ id: actor.id }),
  )
  const staff = endpoint(
    defineCall({
      ...common,
      method: 'GET',
      path: '/test/staff/',
      access: ['compliance_officer', 'super_admin'],
      answer,
    }),
    {},
    () => ({ ok: true }),
  )
  const everyone = endpoint(
    defineCall({
      ...common,
      method: 'GET',
      path: '/test/all/',
      answer: z.object({ role: z.string().nullable() }),
    }),
    {},
    ({ actor }) => ({ role: actor?.role ?? null }),
  )
  let dancer: SignedIn
  let officer: SignedIn
  beforeAll(async () => {
    dancer = await signInAs('dancer')
    officer = await signInAs('compliance_officer')
  })
  const stale = { detail: 'Given token not valid for any token type', code: 'token_not_valid' }

  test('is asked to sign in', async () => {
    const response = await send(members)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    await expectAnswer(response, 401, {
      detail: 'Authentication credentials were not provided.',
      code: 'token_not_valid',
    })
  })

  test('is not believed with a token of strange hands', async () => {
    const [head, claims, signature] = dancer.access.split('.')
    const other = officer.access.split('.')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = [
      'x',
      '',
      `${head}.${other[1]}.${signature}`,
      `${unsigned}.${claims}.`,
      dancer.refresh,
      `${dancer.access} ${dancer.access}`,
    ]
    for (const access of forged)
      await expectAnswer(await send(members, { headers: { authorization: `Bearer ${access}` } }), 401, stale)
    await expectAnswer(await send(members, { headers: { authorization: 'Basic YTpi' } }), 401, stale)
  })

  test('is known by the token', async () => {
    await expectAnswer(await send(members, { access: dancer.access }), 200, { id: dancer.user.id })
  })

  test('needs the role', async () => {
    await expectAnswer(await send(staff, { access: dancer.access }), 403, {
      detail: 'You do not have permission to perform this action.',
      code: 'permission_denied',
    })
    await expectAnswer(await send(staff, { access: officer.access }), 200, { ok: true })
  })

  test('is a visitor to a public call without a token or with a stale one', async () => {
    await expectAnswer(await send(everyone), 200, { role: null })
    await expectAnswer(await send(everyone, { access: 'stale' }), 200, { role: null })
    await expectAnswer(await send(everyone, { access: dancer.access }), 200, { role: 'dancer' })
  })

  test('is nobody any more once the session has ended', async () => {
    const leaving = await signInAs('dancer')
    expect((await send(members, { access: leaving.access })).status).toBe(200)
    await logout({ refresh: leaving.refresh })
    await expectAnswer(await send(members, { access: leaving.access }), 401, stale)
  })
})

describe('errors', () => {
  test('are told in one shape each', async () => {
    const refused = new RuleError('voting_closed', 'Voting is not open for this challenge.', 409, {
      gift_id: 'g',
    })
    await expectAnswer(await send(failing(refused)), 409, {
      error: 'Voting is not open for this challenge.',
      code: 'voting_closed',
      gift_id: 'g',
    })
    await expectAnswer(await send(failing(new NotFoundError('Invalid page.'))), 404, {
      detail: 'Invalid page.',
      code: 'not_found',
    })
    const limited = await send(failing(new RateLimitedError(12.3)))
    expect(limited.headers.get('retry-after')).toBe('13')
    await expectAnswer(limited, 429, {
      detail: 'Too many requests. Please wait and try again.',
      retry_after: 13,
    })
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
    const call = defineCall({ ...common, method: 'GET', path: '/test/wrong/', answer })
    expect((await send(endpoint(call, {}, () => reply({ ok: true }, { status: 201 })))).status).toBe(201)
    expect((await send(endpoint(call, {}, () => replyText('{"ok":"yes"}')))).status).toBe(500)
  })

  test('name the methods that a path has', async () => {
    const handlers = methods({ POST: note })
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
  const call = defineCall({ ...common, method: 'GET', path: '/test/answer/', answer })

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
