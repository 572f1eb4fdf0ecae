import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall } from '#lib/contract/call.ts'
import { closeDb } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'

const common = { group: 'Test', summary: 'A call of the test' } as const
const answer = z.object({ ok: z.boolean() })

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

describe('who calls', () => {
  const members = endpoint(
    defineCall('GET /test/member/', {
      ...common,
      access: 'member',
      answer: z.object({ id: z.string() }),
    }),
    {},
    ({ actor }) => ({ id: actor.id }),
  )
  const staff = endpoint(
    defineCall('GET /test/staff/', {
      ...common,
      access: ['compliance_officer', 'super_admin'],
      answer,
    }),
    {},
    () => ({ ok: true }),
  )
  const everyone = endpoint(
    defineCall('GET /test/all/', {
      ...common,
      answer: z.object({ role: z.string().nullable() }),
    }),
    {},
    ({ actor }) => ({ role: actor?.role ?? null }),
  )
  const renewal = endpoint(
    defineCall('GET /test/renewal/', {
      ...common,
      ignoresBadToken: true,
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
  const stale = { detail: 'Your session has ended. Please log in again.', code: 'token_not_valid' }

  test('is asked to sign in', async () => {
    const response = await send(members)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    await expectAnswer(response, 401, {
      detail: 'Please log in first.',
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
      detail: 'You don’t have permission to do this.',
      code: 'permission_denied',
    })
    await expectAnswer(await send(staff, { access: officer.access }), 200, { ok: true })
  })

  test('is a visitor to a public call without a token, and refused with one that is not good', async () => {
    await expectAnswer(await send(everyone), 200, { role: null })
    await expectAnswer(await send(everyone, { access: dancer.access }), 200, { role: 'dancer' })
    await expectAnswer(await send(everyone, { access: 'stale' }), 401, stale)
    const gone = await signInAs('dancer')
    await logout({ refresh: gone.refresh })
    await expectAnswer(await send(everyone, { access: gone.access }), 401, stale)
  })

  test('is not refused for an old token where a session begins, is renewed or ends', async () => {
    await expectAnswer(await send(renewal, { access: 'stale' }), 200, { role: null })
  })

  test('is nobody any more once the session has ended', async () => {
    const leaving = await signInAs('dancer')
    expect((await send(members, { access: leaving.access })).status).toBe(200)
    await logout({ refresh: leaving.refresh })
    await expectAnswer(await send(members, { access: leaving.access }), 401, stale)
  })
})
