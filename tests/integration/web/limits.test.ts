import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall } from '#lib/contract/call.ts'
import { setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { purgeAnswers } from '#lib/core/idempotency.ts'
import { closeRedis, redis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'
import { reply } from '#lib/web/endpoint/reply.ts'
import { signInAs } from '#tests/support/people.ts'
import { newAddress, type Sent, send } from '#tests/support/send.ts'

const common = { group: 'Test', summary: 'A call of the test' } as const
const answer = z.object({ ok: z.boolean() })

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

describe('the rate', () => {
  const statuses = async (count: number, one: () => Promise<Response>) => {
    const seen: number[] = []
    for (let n = 0; n < count; n++) seen.push((await one()).status)
    return seen
  }

  test('is limited by network', async () => {
    const call = defineCall('POST /test/by-address/', { ...common, answer })
    const handler = endpoint(call, { rate: { points: 2, seconds: 60, by: 'network' } }, () => ({ ok: true }))
    const address = newAddress()
    expect(await statuses(3, () => send(handler, { method: 'POST', address }))).toEqual([200, 200, 429])
    expect((await send(handler, { method: 'POST' })).status).toBe(200)
    const refused = await send(handler, { method: 'POST', address })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toEqual({
      detail: 'Too many requests. Please wait and try again.',
      retry_after: Number(refused.headers.get('retry-after')),
    })
  })

  test('of an IPv6 subscriber is one, whichever of their addresses they use', async () => {
    const call = defineCall('POST /test/by-network/', { ...common, answer })
    const handler = endpoint(call, { rate: { points: 1, seconds: 60, by: 'network' } }, () => ({ ok: true }))
    const from = (address: string) => send(handler, { method: 'POST', address })
    expect((await from('2c0f:fe38:1:2::1')).status).toBe(200)
    expect((await from('2c0f:fe38:1:2:a:b:c:d')).status).toBe(429)
    expect((await from('2c0f:fe38:1:3::1')).status).toBe(200)
  })

  test('is not begun anew by another port, nor by texts that are no address', async () => {
    const call = defineCall('POST /test/by-port/', { ...common, answer })
    const handler = endpoint(call, { rate: { points: 1, seconds: 60, by: 'network' } }, () => ({ ok: true }))
    const from = (address: string) => send(handler, { method: 'POST', address })
    for (const forms of [
      ['9.9.9.9:1234', '9.9.9.9:1235', '9.9.9.9', '[::ffff:9.9.9.9]:80', '0:0:0:0:0:ffff:909:909'],
      ['[2c0f:fe38:9:2::1]:443', '[2c0f:fe38:9:2::1]:444', '2C0F:FE38:0009:0002:0000:0000:0000:0001'],
      ['unknown', '_one', '_two', '9.9.9.9.9', 'x'.repeat(300)],
    ]) {
      const seen = await statuses(forms.length, () => from(forms.shift() ?? ''))
      expect(seen).toEqual([200, ...seen.slice(1).map(() => 429)])
    }
  })

  describe('of an IPv6 line, which may have 65,536 networks,', () => {
    const networks = (site: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${site}:${n.toString(16)}::1`)
    const allowed = async (addresses: string[], one: (address: string) => Promise<Response>) => {
      const answers = await Promise.all(addresses.map(one))
      return answers.filter(({ status }) => status === 200).length
    }

    test('is twenty times that of a network, whether it is counted before the input is read or after', async () => {
      for (const wellFormedOnly of [undefined, true] as const) {
        const call = defineCall(`POST /test/by-site/${wellFormedOnly ?? false}/`, { ...common, answer })
        const rate = { points: 2, seconds: 60, by: 'network' } as const
        const handler = endpoint(call, { rate: wellFormedOnly ? { ...rate, wellFormedOnly } : rate }, () => ({
          ok: true,
        }))
        const from = (address: string) => send(handler, { method: 'POST', address })
        expect(await allowed(networks('2c0f:fe38:11', 1_000), from)).toBe(40)
        expect((await from('2c0f:fe38:11:ffff::1')).headers.get('retry-after')).not.toBeNull()
        expect(await allowed(networks('2c0f:fe38:12', 40), from)).toBe(40)
      }
    })

    test('is not used up by one network that goes on', async () => {
      const call = defineCall('POST /test/by-one-of-a-site/', { ...common, answer })
      const handler = endpoint(call, { rate: { points: 2, seconds: 60, by: 'network' } }, () => ({
        ok: true,
      }))
      const from = (address: string) => send(handler, { method: 'POST', address })
      const [greedy = '', ...others] = networks('2c0f:fe38:13', 50)
      expect(await statuses(100, () => from(greedy))).toEqual([200, 200, ...Array(98).fill(429)])
      expect(await allowed(others, from)).toBe(38)
    })

    test('is three times that of a network for one phone, receipt or email', async () => {
      const body = z.object({ phone: z.string() })
      const call = defineCall('POST /test/by-phone-on-a-site/', { ...common, body, answer })
      type Named = { readonly address: string; readonly body: { readonly phone: string } }
      const by = ({ address, body: { phone } }: Named) => onNetwork(address, 'phone', phone)
      const handler = endpoint(call, { rate: { points: 2, seconds: 60, by } }, () => ({ ok: true }))
      const naming = (phone: string) => (address: string) =>
        send(handler, { method: 'POST', address, body: { phone } })
      const [first = '', ...others] = networks('2c0f:fe38:14', 30)
      expect(await statuses(3, () => naming('a')(first))).toEqual([200, 200, 429])
      expect(await allowed(others, naming('a'))).toBe(4)
      expect(await allowed(others, naming('b'))).toBe(6)
      expect(await allowed(networks('2c0f:fe38:15', 6), naming('a'))).toBe(6)
      expect(await allowed(Array.from({ length: 30 }, newAddress), naming('a'))).toBe(30)
    })

    test("leaves room for a carrier's crowd, and has no meaning for IPv4", async () => {
      const write = endpoint(defineCall('POST /test/crowd/', { ...common, answer }), {}, () => ({ ok: true }))
      const from = (address: string) => send(write, { method: 'POST', address })
      expect(await allowed(networks('2c0f:fe38:16', 2_000), from)).toBe(2_000)
      const call = defineCall('POST /test/neighbours/', { ...common, answer })
      const one = endpoint(call, { rate: { points: 1, seconds: 60, by: 'network' } }, () => ({ ok: true }))
      const neighbours = Array.from({ length: 250 }, (_, n) => `41.90.1.${n}`)
      expect(await allowed(neighbours, (address) => send(one, { method: 'POST', address }))).toBe(250)
    })
  })

  test('counts only what is well-formed where that is asked for', async () => {
    const body = z.object({ name: z.string() })
    const call = defineCall('POST /test/well-formed/', { ...common, body, answer })
    const rate = { points: 1, seconds: 60, by: 'network', wellFormedOnly: true } as const
    const handler = endpoint(call, { rate }, () => ({ ok: true }))
    const address = newAddress()
    const sent = (given: unknown) => send(handler, { method: 'POST', address, body: given })
    expect((await sent({})).status).toBe(400)
    expect((await sent({ name: 'Amina' })).status).toBe(200)
    expect((await sent({ name: 'Amina' })).status).toBe(429)
  })

  test('is limited by account, wherever it calls from', async () => {
    const call = defineCall('POST /test/by-account/', { ...common, access: 'member', answer })
    const handler = endpoint(call, { rate: { points: 1, seconds: 60, by: 'account' } }, () => ({ ok: true }))
    const [one, two] = await Promise.all([signInAs('dancer'), signInAs('dancer')])
    const calls = (who: SignedIn) => () => send(handler, { method: 'POST', access: who.access })
    expect(await statuses(2, calls(one))).toEqual([200, 429])
    expect(await statuses(2, calls(two))).toEqual([200, 429])
  })

  test('is limited by what was sent', async () => {
    const call = defineCall('POST /test/by-phone/', {
      ...common,
      body: z.object({ phone: z.string() }),
      answer,
    })
    const handler = endpoint(
      call,
      { rate: { points: 1, seconds: 60, by: ({ body }) => body.phone } },
      () => ({
        ok: true,
      }),
    )
    const calls = (phone: string) => () => send(handler, { method: 'POST', body: { phone } })
    expect(await statuses(2, calls('a'))).toEqual([200, 429])
    expect(await statuses(1, calls('b'))).toEqual([200])
  })

  test('of writes is generous by default, of reads not limited', async () => {
    const write = endpoint(defineCall('POST /test/write/', { ...common, answer }), {}, () => ({ ok: true }))
    const free = endpoint(defineCall('POST /test/free/', { ...common, answer }), { rate: false }, () => ({
      ok: true,
    }))
    const read = endpoint(defineCall('GET /test/read/', { ...common, answer }), {}, () => ({
      ok: true,
    }))
    const address = newAddress()
    const seen = await statuses(601, () => send(write, { method: 'POST', address }))
    expect(seen.indexOf(429)).toBe(600)
    expect((await send(read, { address })).status).toBe(200)
    expect((await send(free, { method: 'POST', address })).status).toBe(200)
  })

  test('is still limited, by each process, while Redis is away', async () => {
    const call = defineCall('POST /test/without-redis/', { ...common, answer })
    const handler = endpoint(call, { rate: { points: 2, seconds: 60, by: 'network' } }, () => ({ ok: true }))
    await redis().ping()
    redis().disconnect()
    try {
      const address = newAddress()
      expect(await statuses(3, () => send(handler, { method: 'POST', address }))).toEqual([200, 200, 429])
    } finally {
      await redis().connect()
    }
  })
})

describe('a write with an Idempotency-Key', () => {
  const call = defineCall('POST /test/pay/', {
    ...common,
    idempotent: true,
    body: z.object({ amount: z.number(), session_id: z.string().optional() }),
    status: 201,
    alsoAnswers: [202],
    answer: z.object({ number: z.number(), key: z.string().nullable() }),
  })
  let runs = 0
  let gate: Promise<void> = Promise.resolve()
  let refusal: Error | undefined
  const pay = endpoint(call, {}, async ({ idempotencyKey }) => {
    await gate
    if (refusal) throw refusal
    runs += 1
    return reply({ number: runs, key: idempotencyKey }, { status: runs % 2 ? 201 : 202 })
  })
  let keys = 0
  const newKey = () => `key-number-${keys++}`
  const post = (key: string | undefined, amount: number, more: Sent = {}) =>
    send(pay, {
      method: 'POST',
      body: { amount },
      ...more,
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  let ahead = 0
  let restoreClock: () => void
  beforeAll(() => {
    restoreClock = setProcessClock(() => new Date(Date.now() + ahead * 1000))
  })
  afterAll(() => restoreClock())

  test('runs each time without one', async () => {
    const before = runs
    await post(undefined, 1)
    await post(undefined, 1)
    expect(runs).toBe(before + 2)
  })

  test('runs once, and answers the same again', async () => {
    const key = newKey()
    const first = await post(key, 50)
    const again = await post(key, 50)
    expect(again.status).toBe(first.status)
    const body = await first.json()
    expect(body).toMatchObject({ key })
    expect(await again.json()).toEqual(body)
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  test('shares its statements with those that come at once, and each has its own answer', async () => {
    const all = Array.from({ length: 12 }, newKey)
    const first = await Promise.all(all.map((key) => post(key, 50)))
    const bodies = await Promise.all(first.map((answer) => answer.json()))
    expect(bodies.map(({ key }) => key)).toEqual(all)
    const kept = await rows<{ body: unknown; written: string }>(
      db(),
      'SELECT body, xmin::text AS written FROM idempotent_answer WHERE key = ANY($1) ORDER BY array_position($1, key)',
      [all],
    )
    expect(kept.map(({ body }) => body)).toEqual(bodies)
    // Each would have a transaction of its own.
    expect(new Set(kept.map(({ written }) => written)).size).toBeLessThan(all.length)
    const again = await Promise.all(all.map((key) => post(key, 50)))
    expect(await Promise.all(again.map((answer) => answer.json()))).toEqual(bodies)
    expect(again.map(({ status }) => status)).toEqual(first.map(({ status }) => status))
  })

  test('is refused with another body', async () => {
    const key = newKey()
    await post(key, 50)
    const other = await post(key, 51)
    expect([other.status, await other.json()]).toEqual([
      422,
      { error: 'This Idempotency-Key was used for another request.', code: 'idempotency_key_reused' },
    ])
  })

  test('is another write for another person', async () => {
    const key = newKey()
    const [one, two] = await Promise.all([signInAs('dancer'), signInAs('dancer')])
    const mine = await (await post(key, 50, { access: one.access })).json()
    const theirs = await (await post(key, 50, { access: two.access })).json()
    expect(theirs).not.toEqual(mine)
  })

  test('is another write for another visitor, who is told nothing of the first', async () => {
    const key = newKey()
    const as = (session_id: string, amount: number) => post(key, amount, { body: { amount, session_id } })
    const mine = await (await as('session-of-one', 50)).json()
    const theirs = await as('session-of-another', 51)
    expect(theirs.status).toBeLessThan(300)
    expect((await theirs.json()).number).not.toBe(mine.number)
    expect(await (await as('session-of-one', 50)).json()).toEqual(mine)
    expect((await as('session-of-one', 51)).status).toBe(422)
  })

  test('answers 409 while the first is running', async () => {
    const key = newKey()
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const first = post(key, 50)
    const taken = async () =>
      (await rows(db(), 'SELECT 1 FROM idempotent_answer WHERE key = $1', [key])).length === 1
    await expect.poll(taken).toBe(true)
    const second = await post(key, 50)
    expect([second.status, second.headers.get('retry-after'), (await second.json()).code]).toEqual([
      409,
      '1',
      'request_in_progress',
    ])
    held.resolve()
    gate = Promise.resolve()
    const body = await (await first).json()
    expect(await (await post(key, 50)).json()).toEqual(body)
  })

  test('runs once of twenty at the same time', async () => {
    const key = newKey()
    const before = runs
    const all = await Promise.all(Array.from({ length: 20 }, () => post(key, 50)))
    expect(runs).toBe(before + 1)
    expect(all.every(({ status }) => [201, 202, 409].includes(status))).toBe(true)
  })

  test('may be tried again after a refusal or a fault', async () => {
    const key = newKey()
    for (const [error, status] of [
      [new RuleError('insufficient_balance'), 400],
      [new Error('lost connection'), 500],
    ] as const) {
      refusal = error
      expect((await post(key, 50)).status).toBe(status)
    }
    refusal = undefined
    expect((await post(key, 50)).status).toBeLessThan(300)
  })

  test('is not taken over while its process lives, however long that takes', async () => {
    const key = newKey()
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const first = post(key, 50)
    const claimedAt = async () =>
      (
        await firstRow<{ created_at: Date }>(
          db(),
          'SELECT created_at FROM idempotent_answer WHERE key = $1',
          [key],
        )
      )?.created_at.getTime()
    await expect.poll(claimedAt).toBeGreaterThan(0)
    ahead += 60
    await expect.poll(claimedAt, { timeout: 10_000 }).toBeGreaterThan(Date.now() + (ahead - 10) * 1000)
    expect((await post(key, 50)).status).toBe(409)
    held.resolve()
    gate = Promise.resolve()
    const body = await (await first).json()
    expect(await (await post(key, 50)).json()).toEqual(body)
  })

  test('is taken over ten seconds after its process died, and forgotten after a day', async () => {
    const key = newKey()
    const first = await post(key, 50)
    await rows(db(), 'UPDATE idempotent_answer SET status = NULL, body = NULL WHERE key = $1', [key])
    expect((await post(key, 50)).status).toBe(409)
    ahead += 11
    const { number } = await first.json()
    expect((await (await post(key, 50)).json()).number).toBeGreaterThan(number)
    ahead += 24 * 60 * 60 + 1
    expect((await post(key, 51)).status).toBeLessThan(300)
    expect(await purgeAnswers(new Date(Date.now() + (ahead + 2 * 24 * 60 * 60) * 1000))).toBeGreaterThan(0)
  })

  test.each(['short', 'x'.repeat(129), 'with a blank'])('is refused with the key %j', async (key) => {
    const response = await post(key, 50)
    expect([response.status, await response.json()]).toEqual([
      400,
      { errors: { 'Idempotency-Key': ['Must be 8 to 128 characters.'] }, code: 'invalid' },
    ])
  })
})
