// A token that is sent and not good is refused by every call, open ones too: answered as a visitor's, an officer's list of
// pending videos would quietly show the approved ones. Calls that begin, renew or end a session are the exception.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { closeDb } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

const refused = { detail: 'Your session has ended. Please log in again.', code: 'token_not_valid' }
const openCalls = allCalls.filter(({ access }) => access === 'public')
let revoked: string

beforeAll(async () => {
  const officer = await signInAs('compliance_officer')
  await logout({ refresh: officer.refresh })
  revoked = officer.access
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

async function callWith(call: Call, authorization: string): Promise<Response> {
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, newId()]))
  const route = await loadRoute(call)
  return send(route[call.method], {
    method: call.method,
    params,
    body: call.method === 'GET' ? undefined : {},
    headers: { authorization },
  })
}

describe('a token that is not good', () => {
  test.each(
    openCalls.filter((call) => !call.ignoresBadToken).map((call) => [`${call.method} ${call.path}`, call]),
  )('is refused by %s', async (_name, call) => {
    for (const authorization of [`Bearer ${revoked}`, 'Bearer x', 'Basic YTpi', ''])
      await expectAnswer(await callWith(call, authorization), 401, refused)
  })

  test('keeps nobody from beginning, renewing or ending a session', async () => {
    const { refresh } = await signInAs('dancer')
    const headers = { authorization: `Bearer ${revoked}` }
    const renew = await loadRoute(contract.accounts.refresh)
    const renewed = await send(renew.POST, { method: 'POST', headers, body: { refresh } })
    expect(renewed.status).toBe(200)
    const leave = await loadRoute(contract.accounts.logout)
    const left = await send(leave.POST, { method: 'POST', headers, body: { refresh } })
    expect(left.status).toBe(204)
    expect(openCalls.filter((call) => call.ignoresBadToken).map(({ path }) => path)).toEqual([
      '/users/auth/register/',
      '/users/auth/login/',
      '/users/auth/refresh/',
      '/users/auth/logout/',
      '/users/auth/verify-email/',
      '/users/auth/resend-verification/',
      '/users/auth/password-reset/',
      '/users/auth/password-reset-confirm/',
      '/users/auth/login-eligibility/',
    ])
  })
})

test('logging out succeeds without a body, with null, and with what is no token', async () => {
  const { POST } = await loadRoute(contract.accounts.logout)
  for (const body of [undefined, 'null', '', { refresh: 5 }, { refresh: null }])
    expect((await send(POST, { method: 'POST', body })).status).toBe(204)
})
