// Money that goes out, as super admins list, search and take it away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#lib/contract/all.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import { MONEY_OUT_PAGE } from '#lib/contract/money-out/constants.ts'
import { addSeconds, nairobiTime } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import * as file from '../../../app/api/admin/money-out.csv/route.ts'

type List = z.output<typeof contract.adminPayments.moneyOut.answer>

const route = await loadRoute(contract.adminPayments.moneyOut)
let admin: SignedIn
let dancer: Awaited<ReturnType<typeof createPerson>>
const MANY = 30
const day = (place: number) => addSeconds(nairobiTime(2026, 5, 10, 9), place * 60)

beforeAll(async () => {
  admin = await signInAs('super_admin')
  dancer = await createPerson('dancer')
  for (let place = 0; place < MANY; place += 1) await addPayout(place, 'paid', '0')
  await addPayout(MANY, 'failed', '8')
  await addPayout(MANY + 1, 'failed', '77')
  await addPayout(MANY + 2, 'requested', null)
  await addPayout(MANY + 3, 'accepted', null)
})
afterAll(() => Promise.all([closeDb(), closeRedis()]))

function addPayout(place: number, state: string, code: string | null): Promise<unknown> {
  const at = day(place)
  return asOwner((owner) =>
    owner.query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, approve_after, created_at, submitted_at, paid_at,
          closed_at, result_code, receipt)
        VALUES ($1, $2, $3, 1, 100000, $4, $5::payout_state, $6::timestamptz, $6::timestamptz,
          CASE WHEN $5 <> 'requested' THEN $6::timestamptz END, CASE WHEN $5 = 'paid' THEN $6::timestamptz + interval '1 day' END,
          CASE WHEN $5 IN ('paid', 'failed') THEN $6::timestamptz + interval '1 day' END, $7, $8)`,
      [
        newId(),
        `W${place}`,
        dancer.id,
        `2547110${String(place).padStart(5, '0')}`,
        state,
        at,
        code,
        state === 'paid' ? `OUT${String(place).padStart(7, '0')}` : null,
      ],
    ),
  )
}

async function list(query: string, headers: Record<string, string> = {}): Promise<List> {
  const answer = await send(route.GET, {
    path: `/api/admin/money-out/?${query}`,
    access: admin.access,
    headers,
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

describe('money out', () => {
  test('is listed newest first with totals of all that match, page by page', async () => {
    const first = await list('')
    expect(first.results).toHaveLength(MONEY_OUT_PAGE)
    expect(first.results.map(({ reference, state }) => [reference, state]).slice(0, 5)).toEqual([
      ['W33', 'sent'],
      ['W32', 'held'],
      ['W31', 'failed'],
      ['W30', 'failed'],
      ['W29', 'paid'],
    ])
    expect(first.totals).toEqual([
      { state: 'held', count: 1, amount: 1_000, tax: 0 },
      { state: 'sent', count: 1, amount: 1_000, tax: 0 },
      { state: 'paid', count: MANY, amount: MANY * 1_000, tax: 0 },
      { state: 'failed', count: 2, amount: 2_000, tax: 0 },
    ])
    const second = await list(`after=${encodeURIComponent(first.next ?? '')}`)
    expect(second.results).toHaveLength(MANY + 4 - MONEY_OUT_PAGE)
    expect(second.next).toBeNull()
  })

  test('says what M-Pesa said, in the reader’s language', async () => {
    const failed = await list('state=failed')
    expect(failed.results.map(({ reason }) => reason)).toEqual([
      'M-PESA answered with code 77',
      'The receiver would hold more than M-PESA allows',
    ])
    const [swahili] = (await list('search=W31', { 'accept-language': 'sw' })).results
    expect(swahili?.reason).toBe('M-PESA ilijibu kwa msimbo 77')
  })

  test.each([
    ['its reference', 'search=w7'],
    ['its receipt', 'search=OUT0000007'],
    ['its phone', 'search=0711000007'],
    ['the minute of its payment', 'by=paid&from=2026-05-11&to=2026-05-11&search=W7'],
  ])('is found by %s', async (_, query) => {
    expect((await list(query)).results.map(({ reference }) => reference)).toEqual(['W7'])
  })

  test('is found by who gets it, and by days', async () => {
    const mine = await list(`search=${encodeURIComponent(dancer.email)}&kind=withdrawal`)
    expect(mine.totals.reduce((sum, { count }) => sum + count, 0)).toBe(MANY + 4)
    expect((await list('to=2026-05-09')).results).toEqual([])
    expect((await list('by=paid&to=2026-05-10')).results).toEqual([])
    expect((await list('kind=refund')).results).toEqual([])
  })

  test('is taken away as a file, which is on record', async () => {
    const answer = await send(file.GET, { path: '/api/admin/money-out.csv?state=paid', access: admin.access })
    const [head, first, ...others] = parseCsv(await answer.text()) ?? []
    expect(head?.slice(0, 5)).toEqual(['begun_at_nairobi', 'kind', 'state', 'amount_kes', 'tax_kes'])
    expect(first?.slice(0, 7)).toEqual([
      '2026-05-10 09:29:00',
      'withdrawal',
      'paid',
      '1000',
      '0',
      dancer.username,
      '0711•••029',
    ])
    expect(others).toHaveLength(MANY - 1)
    const recorded = await rows(db(), `SELECT after FROM audit_event WHERE action = 'money_out.exported'`)
    expect(recorded).toEqual([{ after: { state: 'paid' } }])
  })
})
