// Whatever is sent to any documented call is answered in the error shape with the right status, and
// never with a fault of ours. The inputs are made from the contract, so a new call is held to it by being there.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from '#lib/contract/all.ts'
import { type Call, nothing, roleNames } from '#lib/contract/call.ts'
import { newId } from '#lib/core/ids.ts'
import { anyRequest, type Known } from '#tests/support/hostile-input.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute, type RouteModule, routePaths } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

const money = setUpMoney()
const known: Known = { ids: [], tokens: [] }
beforeAll(async () => {
  const video = await money.video()
  const people = await Promise.all(roleNames.map(signInAs))
  known.ids.push(money.month.id, video.id, video.dancerId, ...people.map(({ user }) => user.id))
  known.tokens.push(...people.map(({ access }) => access))
})

const code = z.string().regex(/^[a-z_]+$/)
const rule = z.looseObject({ error: z.string().min(1), code })
const detailed = (word: z.ZodType) => z.strictObject({ detail: z.string().min(1), code: word })

/** The shapes of docs/api.md, Errors, by status. */
const shapes: Record<number, z.ZodType> = {
  400: z.union([
    z.strictObject({
      errors: z.record(z.string(), z.array(z.string().min(1)).min(1)),
      code: z.literal('invalid'),
    }),
    rule,
  ]),
  401: detailed(code),
  403: z.union([
    detailed(z.literal('permission_denied')),
    rule,
    z.strictObject({ verification_required: z.array(z.string()), email: z.string() }),
  ]),
  404: z.union([detailed(z.literal('not_found')), rule]),
  405: detailed(z.literal('method_not_allowed')),
  409: rule,
  413: detailed(z.literal('too_large')),
  422: rule,
  429: z.strictObject({ detail: z.string(), retry_after: z.int().positive() }),
}

async function expectDocumented(response: Response): Promise<void> {
  expect(await faultsOf(response)).toEqual([])
}

/** What of an answer is not as documented. Plain conditions, because tens of thousands of answers are looked at. */
async function faultsOf(response: Response): Promise<string[]> {
  const { status, headers } = response
  const body: unknown = status < 400 ? undefined : await response.json()
  const shape = shapes[status]
  const right: Record<string, boolean | undefined> = {
    'cache-control': Boolean(headers.get('cache-control')),
    'x-request-id': /^[\w.-]{1,64}$/.test(headers.get('x-request-id') ?? ''),
    shape: status < 400 || shape?.safeParse(body).success,
    'www-authenticate': status !== 401 || headers.get('www-authenticate') === 'Bearer',
    'retry-after': status !== 429 || Number(headers.get('retry-after')) > 0,
  }
  return Object.keys(right)
    .filter((part) => right[part] !== true)
    .map((part) => `${part} of ${JSON.stringify([status, body, [...headers]])}`)
}

const named = allCalls.map((call) => [`${call.method} ${call.path}`, call] as const)
const methodNames = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('every route', () => {
  test('is documented, those apart that are no JSON calls', () => {
    const documented = new Set(allCalls.map((call) => call.path))
    const others = routePaths().filter((path) => !documented.has(path))
    expect(others.sort()).toEqual([
      '/admin/all-payments.csv/',
      '/admin/audit-logs.csv/',
      '/admin/cash-journals.csv/',
      '/admin/disputes.csv/',
      '/admin/ledger.beancount/',
      '/admin/ledger.csv/',
      '/admin/ledger.journal/',
      '/admin/money-out.csv/',
      '/admin/month-reports/{month}/report.csv/',
      '/admin/month-reports/{month}/report.pdf/',
      '/admin/payers/{key}/records.csv/',
      '/admin/payments.csv/',
      '/admin/people/{id}/records.csv/',
      '/admin/taxes/{year}/{user_id}/certificate.pdf/',
      '/admin/users.csv/',
      '/admin/wallets.csv/',
      '/challenges/{id}/tally.csv/',
      '/docs/',
      '/docs/{file}/',
      '/metrics/',
      '/notifications/one-click/{token}/',
      '/openapi.json/',
      '/users/compliance/fraud-signals.csv/',
      '/users/tax-certificates/{year}/certificate.pdf/',
      '/ussd/{token}/',
    ])
  })

  test.each(named)('%s refuses every other method', async (_name, call) => {
    const route = await loadRoute(call)
    const documented = allCalls.filter((one) => one.path === call.path).map(({ method }) => method as string)
    for (const method of methodNames.filter((one) => !documented.includes(one))) {
      const response = await send(route[method], { method, params: { id: newId() } })
      expect([method, response.status]).toEqual([method, 405])
      for (const one of documented) expect(response.headers.get('allow')).toContain(one)
      await expectDocumented(response)
    }
  })
})

describe('whatever is sent', () => {
  test.each(named)('to %s, the answer is a documented one', async (_name, call) => {
    const route = await loadRoute(call)
    await fc.assert(
      fc.asyncProperty(anyRequest(call, known), async (sent) => {
        await expectDocumented(await send(route[call.method], sent))
      }),
      { numRuns: 80 },
    )
  })

  const withIds = named.filter(([, call]) => call.params !== nothing)
  test.each(withIds)('to %s, an unknown id is not found', async (_name, call) => {
    const response = await callWith(call, await loadRoute(call), newId())
    expect([400, 401, 404]).toContain(response.status)
    const nonsense = await callWith(call, await loadRoute(call), 'nonsense')
    expect([401, 404]).toContain(nonsense.status)
  })

  const writes = named.filter(([, call]) => call.method !== 'GET')
  // Writes without a limit of their own share an address's: after the first of them has used it up, it is so for all.
  const busy = newAddress()
  test.each(writes)('to %s, a burst is cut off and nothing breaks', async (_name, call) => {
    const route = await loadRoute(call)
    const burst = (length: number, address: string) =>
      Promise.all(
        Array.from({ length }, () =>
          send(route[call.method], { method: call.method, params: { id: newId() }, body: {}, address }),
        ),
      )
    const isCutOff = (answers: Response[]) => answers.some(({ status }) => status === 429)
    const answers = [...(await burst(60, newAddress())), ...(await burst(20, busy))]
    if (!isCutOff(answers)) answers.push(...(await burst(600, busy)))
    expect(isCutOff(answers)).toBe(true)
    expect((await Promise.all(answers.map(faultsOf))).flat()).toEqual([])
  })
})

function callWith(call: Call, route: RouteModule, id: string): Promise<Response> {
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]))
  return send(route[call.method], {
    method: call.method,
    params,
    body: call.method === 'GET' ? undefined : {},
  })
}
