import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall, nothing, uuid } from '#lib/contract/call.ts'
import { closeDb } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { newAddress, type Sent, send } from '#tests/support/send.ts'

const common = { group: 'Test', summary: 'A call of the test' } as const

const writeNote = defineCall('POST /test/{id}/notes/', {
  ...common,
  params: z.object({ id: uuid }),
  query: z.object({ page: z.coerce.number({ error: 'Enter a whole number.' }).default(1) }),
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
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

describe('what is sent', () => {
  test('is read from path, query and body; unknown fields are ignored', async () => {
    const response = await post({ query: { page: '3' }, body: { text: 'hello', other: true } })
    await expectAnswer(response, 200, { id, page: 3, text: 'hello' })
  })

  test('names nothing where the path holds no id', async () => {
    const response = await post({ params: { id: 'not-an-id' }, body: { text: 'hello' } })
    await expectAnswer(response, 404, { detail: 'Not found.', code: 'not_found' })
  })

  test.each(['a\0b', 'a\ud800'])(
    'names nothing where the path holds what can not be stored',
    async (name) => {
      const readNamed = defineCall('GET /test/named/{name}/', {
        ...common,
        params: z.object({ name: z.string() }),
        answer: z.object({ name: z.string() }),
      })
      const named = endpoint(readNamed, {}, ({ params }) => params)
      await expectAnswer(await send(named, { params: { name: 'a b' } }), 200, { name: 'a b' })
      await expectAnswer(await send(named, { params: { name } }), 404, {
        detail: 'Not found.',
        code: 'not_found',
      })
    },
  )

  test('names the same in capitals, as an id is stored', async () => {
    const response = await post({ params: { id: id.toUpperCase() }, body: { text: 'hello' } })
    await expectAnswer(response, 200, { id, page: 1, text: 'hello' })
  })

  const refusals: [string, Sent, Record<string, string[]>][] = [
    ['a wrong query', { query: { page: 'x' }, body: { text: '' } }, { page: ['Enter a whole number.'] }],
    ['a missing field', { body: {} }, { text: ['This field is required.'] }],
    [
      'wrong types',
      { body: { text: 1, stars: 'x' } },
      { text: ['Enter text here.'], stars: ['Enter a valid number.'] },
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
      { non_field_errors: ['Please remove invisible characters.'] },
    ],
    [
      'half a character',
      { body: '{"text":"\\ud800"}' },
      { non_field_errors: ['Please remove invisible characters.'] },
    ],
    [
      'a null character in the query',
      { query: { page: '1\0' }, body: { text: '' } },
      { page: ['Please remove invisible characters.'] },
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
    const tooLarge = { detail: 'What you sent is too large.', code: 'too_large' }
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
    const call = defineCall('POST /test/optional/', {
      ...common,
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
    // By it a browser knows that nothing on the way has answered (docs/decisions/0007).
    expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]+$/)
  })
})
