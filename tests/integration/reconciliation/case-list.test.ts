// The list of payments to resolve: narrowed by days, added up and taken away as a file (docs/api.md, Admin).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, downloads } from '#lib/contract/all.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import { nairobiTime } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import type { Key } from '#lib/domain/reconciliation/case-keys.ts'
import { readCasesAfter } from '#lib/domain/reconciliation/list-cases.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

const PHONE = '254711000222'
let admin: SignedIn
let owner: string
beforeAll(async () => {
  admin = await signInAs('super_admin')
  owner = (await createPerson('dancer')).id
  // At the edges of 10 May in Nairobi.
  await addPayment('review', 'MAY1', nairobiTime(2026, 5, 9, 23, 59))
  await addPayment('review', 'MAY2', nairobiTime(2026, 5, 10))
  await addPayment('unresolved', 'MAY3', nairobiTime(2026, 5, 10, 23, 59))
  await addReceipt('TEK0000001', 'MAY2', 9_950, nairobiTime(2026, 5, 10))
  await addReceipt('TEK0000002', null, 12_000, nairobiTime(2026, 5, 10, 12))
  await addPayout('WMAY1', 500_000, nairobiTime(2026, 5, 10, 13))
  await db().query(
    `INSERT INTO balance_difference (account, amount, first_seen_at, last_seen_at, alerted_at)
      VALUES ('utility', 7000, $1, $1, $1)`,
    [nairobiTime(2026, 5, 10, 14)],
  )
})
afterAll(() => Promise.all([closeDb(), closeRedis()]))

/** A top-up of KES 50. */
async function addPayment(state: string, reference: string, at: Date): Promise<void> {
  const id = newId()
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, review_reason, created_at)
      VALUES ($1, 'topup', $2::payment_state, 5000, $3, $4, $5, $6)`,
    [id, state, PHONE, reference, state === 'review' ? 'wrong_amount' : null, at],
  )
  await db().query('INSERT INTO topup (intent_id, owner_id, account_id) VALUES ($1, $2, 1)', [id, owner])
}

/** Money in suspense, of a payment in review or of none. */
async function addReceipt(receipt: string, reference: string | null, amount: number, at: Date) {
  await db().query(
    `INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at, created_at)
      VALUES ($1, 'unmatched', (SELECT id FROM payment_intent WHERE account_reference = $2), $3, 'callback', $4, $5, $5)`,
    [receipt, reference, amount, PHONE, at],
  )
}

/** A withdrawal that M-Pesa has told nothing of. */
async function addPayout(reference: string, amount: number, at: Date) {
  const id = newId()
  await asOwner(async (books) => {
    await books.query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, approve_after, created_at)
        SELECT $1, $2, $3, a.id, $4, $5, 'unknown', $6, $6 FROM account a WHERE a.owner_id = $3`,
      [id, reference, owner, amount, PHONE, at],
    )
    await books.query(
      `INSERT INTO payout_alert (kind, payout_id, created_at) VALUES ('unresolved', $1, $2)`,
      [id, at],
    )
  })
}

async function list(query: Record<string, string>) {
  const route = await loadRoute(contract.adminPayments.list)
  const response = await send(route.GET, { access: admin.access, query })
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return contract.adminPayments.list.answer.parse(body)
}

const ofDay = { from: '2026-05-10', to: '2026-05-10' }
const receipt = { kind: 'receipt', count: 1, amount: 120 }
const payout = { kind: 'payout', count: 1, amount: 5_000 }
const difference = { kind: 'difference', count: 1, amount: null }

test.each([
  // What was paid for MAY2 is KES 99.50, and nothing for MAY3, of which KES 50 were asked.
  [ofDay, [{ kind: 'payment', count: 2, amount: 149.5 }, receipt, payout, difference]],
  [{ to: '2026-05-09' }, [{ kind: 'payment', count: 1, amount: 50 }]],
  [{ from: '2026-05-11', to: '2026-05-30' }, []],
  [{ status: 'review', ...ofDay }, [{ kind: 'payment', count: 1, amount: 99.5 }]],
  [{ status: 'payouts', to: '2026-05-30' }, [payout]],
  [{ search: PHONE, to: '2026-05-30' }, [{ kind: 'payment', count: 3, amount: 199.5 }, receipt, payout]],
  [{ search: PHONE, to: '2026-05-09' }, [{ kind: 'payment', count: 1, amount: 50 }]],
] as const)('of %j is added up by kind', async (query, totals) => {
  const found = await list(query)
  expect(found.totals).toEqual(totals)
  expect(found.count).toBe(totals.reduce((sum, { count }) => sum + count, 0))
  expect(found.results).toHaveLength(found.count)
})

test('is added up on every page, and pages lead on with its filters', async () => {
  const second = await list({ ...ofDay, page: '2', page_size: '2' })
  expect(second).toMatchObject({ count: 5, totals: [{ count: 2 }, {}, {}, {}] })
  expect(second.results).toHaveLength(2)
  expect(second.next).toContain('from=2026-05-10')
})

test('is a file with masked phones, on record with its filters', async () => {
  const route = await loadRoute(downloads.cases)
  const response = await send(route.GET, { access: admin.access, query: ofDay })
  expect(response.status).toBe(200)
  const [heading = [], ...lines] = parseCsv(await response.text()) ?? []
  const cell = (name: string) => lines.map((line) => line[heading.indexOf(name)])
  expect(cell('kind')).toEqual(['payment', 'receipt', 'payout', 'difference', 'payment'])
  expect(cell('amount_kes')).toEqual(['99.5', '120', '5000', '70', '50'])
  expect(cell('asked_kes')[0]).toBe('50')
  expect(cell('phone')[0]).toBe('0711•••222')
  const [last] = await rows<{ action: string; actor_id: string; after: unknown }>(
    db(),
    'SELECT action, actor_id, after FROM audit_event ORDER BY id DESC LIMIT 1',
  )
  expect(last).toEqual({
    action: 'payment_cases.exported',
    actor_id: admin.user.id,
    after: { status: 'unresolved', ...ofDay },
  })
})

test.each([
  ['those that wait the longest first', '', ['MAY1', 'MAY2', 'TEK0000002', 'WMAY1', null, 'MAY3']],
  ['the newest of a search first', PHONE, ['MAY3', 'WMAY1', 'TEK0000002', 'MAY2', 'MAY1']],
])('is read part by part in a file, each case once, %s', async (_name, search, expected) => {
  const filters = { status: 'unresolved', search, to: '2026-05-30' } as const
  const found: (string | null)[] = []
  let after: Key | null = null
  do {
    const part: Awaited<ReturnType<typeof readCasesAfter>> = await readCasesAfter(filters, after, 2)
    found.push(...part.cases.map((one) => (one.kind === 'receipt' ? one.receipt : one.reference)))
    after = part.last
  } while (after)
  expect(found).toEqual(expected)
})

test('refuses days that are none', async () => {
  for (const call of [contract.adminPayments.list, downloads.cases]) {
    const route = await loadRoute(call)
    expect((await send(route.GET, { access: admin.access, query: { to: '10 May' } })).status).toBe(400)
  }
})
