// Every payment, as super admins list, search and take it away (docs/api.md, Admin).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import type { SearchFound } from '#lib/contract/overview/search.ts'
import type { PaymentFilters, PaymentList } from '#lib/contract/payments/payment-list.ts'
import { nairobiTime } from '#lib/core/clock.ts'
import { closeDb, db, rows, runTransaction } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { keysQuery } from '#lib/domain/overview/payments.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import * as paymentsFile from '../../../app/api/admin/all-payments.csv/route.ts'
import * as walletsFile from '../../../app/api/admin/wallets.csv/route.ts'

const MANY = 60
const GIVER = '254711000111'
let admin: SignedIn
let video: Awaited<ReturnType<typeof addVideo>>
let dancer: Awaited<ReturnType<typeof createPerson>>

/** Payments of a day in May as they are stored, one a minute: gifts, with a top-up at the end. */
beforeAll(async () => {
  admin = await signInAs('super_admin')
  dancer = await createPerson('dancer', { displayName: '=HYPERLINK("http://evil.example")' })
  video = await addVideo(await openMonth())
  for (let place = 0; place < MANY; place += 1)
    await addPayment(place, 'gift', place === 7 ? 'rejected' : 'credited')
  await addPayment(MANY, 'topup', 'credited')
})
afterAll(() => Promise.all([closeDb(), closeRedis()]))

async function addPayment(place: number, purpose: 'gift' | 'topup', state: string): Promise<void> {
  const [id, at] = [newId(), nairobiTime(2026, 5, 10, 9, place)]
  const phone = place === 3 ? GIVER : `2547110${String(place).padStart(5, '0')}`
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, created_at)
      VALUES ($1, $2::payment_purpose, $3::payment_state, 5000, $4, $5, $6)`,
    [id, purpose, state, phone, `MAY${place}`, at],
  )
  if (purpose === 'gift')
    await db().query(
      `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
          device_fingerprint, created_at)
        SELECT $1, v.id, v.challenge_id, 1, 1, 1, $3, 's', 'd', $4 FROM video v WHERE v.id = $2`,
      [id, video.id, phone, at],
    )
  else
    await db().query(`INSERT INTO topup (intent_id, owner_id, account_id) VALUES ($1, $2, 1)`, [
      id,
      dancer.id,
    ])
  if (place === 3)
    await db().query(
      `INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, phone, paid_at)
        VALUES ('SKL7RT61SV', 'credited', $1, 10000, 'callback', $2, $3)`,
      [id, phone, at],
    )
}

const ofMay = { from: '2026-05-10', to: '2026-05-10' }

async function list(query: Record<string, string> = {}): Promise<PaymentList> {
  const route = await loadRoute(contract.adminPayments.all)
  const response = await send(route.GET, { access: admin.access, query: { ...ofMay, ...query } })
  expect(response.status).toBe(200)
  return response.json()
}

describe('the list of all payments', () => {
  test('goes on by key from the newest to the oldest, each payment once', async () => {
    const first = await list()
    expect(first.results).toHaveLength(50)
    expect(first.results[0]).toMatchObject({
      purpose: 'topup',
      reference: `MAY${MANY}`,
      status: 'counted',
      amount: 50,
    })
    const second = await list({ after: first.next ?? '' })
    expect(second.next).toBeNull()
    const references = [...first.results, ...second.results].map(({ reference }) => reference)
    expect(references).toEqual(Array.from({ length: MANY + 1 }, (_, place) => `MAY${MANY - place}`))
  })

  test.each([
    [{ purpose: 'topup' }, [`MAY${MANY}`]],
    [{ state: 'not_paid' }, ['MAY7']],
    [{ state: 'not_paid', purpose: 'topup' }, []],
    [{ search: '0711 000 111' }, ['MAY3']],
    [{ search: 'skl7rt61sv' }, ['MAY3']],
    [{ search: 'may5', state: 'counted' }, ['MAY5']],
    [{ search: 'may5', state: 'not_paid' }, []],
    [{ from: '2026-05-11', to: '' }, []],
  ] as const)('is narrowed by %j', async (query, expected) => {
    const { results } = await list(query)
    expect(results.map(({ reference }) => reference)).toEqual(expected)
  })

  test('has totals of what it shows, in all and by state', async () => {
    const route = await loadRoute(contract.adminPayments.totals)
    const sum = async (query: Record<string, string> = {}) => {
      const response = await send(route.GET, { access: admin.access, query: { ...ofMay, ...query } })
      expect(response.status).toBe(200)
      return response.json()
    }
    const counted = { state: 'counted', count: 60, amount: 3_050 }
    const unpaid = { state: 'not_paid', count: 1, amount: 50 }
    expect(await sum()).toEqual({ count: 61, amount: 3_100, by_state: [counted, unpaid] })
    expect(await sum({ state: 'not_paid' })).toEqual({ count: 1, amount: 50, by_state: [unpaid] })
    // As the list: the amount that M-Pesa received.
    expect(await sum({ search: 'MAY3' })).toMatchObject({ count: 1, amount: 100 })
    expect((await list({ search: 'MAY3' })).results).toMatchObject([{ amount: 100 }])
    expect(await sum({ from: '2026-05-11', to: '' })).toEqual({ count: 0, amount: 0, by_state: [] })
  })

  test('hides the middle of phones, and refuses a place that is none', async () => {
    const [found] = (await list({ search: 'SKL7RT61SV' })).results
    expect(found).toMatchObject({ phone: '254711•••111', receipt: 'SKL7RT61SV' })
    const route = await loadRoute(contract.adminPayments.all)
    const refused = await send(route.GET, { access: admin.access, query: { after: 'yesterday' } })
    expect(refused.status).toBe(400)
  })

  test('is read by indexes whatever it is narrowed by, however many there are', async () => {
    const after = { at: nairobiTime(2026, 5, 10, 9, 30), id: newId() }
    const day = { from: '2026-05-01', to: '2026-05-31' }
    const asked: Partial<PaymentFilters>[] = [
      {},
      day,
      { purpose: 'subscription' },
      { purpose: 'gift', state: 'counted' },
      { state: 'waiting' },
      { state: 'not_paid', ...day },
      { state: 'refunded' },
      { search: GIVER },
    ]
    for (const filters of asked) {
      const plan = await runTransaction(async (on) => {
        // The few rows of a test would be read whole, or sorted.
        await rows(on, 'SET LOCAL enable_seqscan = off')
        await rows(on, 'SET LOCAL enable_bitmapscan = off')
        const lines = await keysQuery(kysely(on), { search: '', ...filters }, after, 51).explain()
        return lines.map((line) => line['QUERY PLAN']).join('\n')
      })
      expect(plan, JSON.stringify(filters)).not.toContain('Seq Scan')
      expect(plan, JSON.stringify(filters)).toContain('Index')
    }
  })
})

describe('the search of the desk', () => {
  async function search(q: string): Promise<SearchFound> {
    const route = await loadRoute(contract.admin.search)
    const response = await send(route.GET, { access: admin.access, query: { q } })
    expect(response.status).toBe(200)
    return response.json()
  }

  test('finds people, payments and videos by what each is known by, and nothing by two letters', async () => {
    expect((await search(dancer.email.slice(0, 14))).people).toMatchObject([
      { id: dancer.id, role: 'dancer' },
    ])
    for (const q of ['SKL7RT61SV', '0711000111', '+254 711 000 111', 'MAY3'])
      expect((await search(q)).payments, q).toMatchObject([
        { kind: 'payment', reference: 'MAY3', phone: '254711•••111' },
      ])
    const { vote_code } =
      (await rows<{ vote_code: string }>(db(), 'SELECT vote_code FROM video WHERE id = $1', [video.id]))[0] ??
      {}
    expect((await search((vote_code ?? '').toLowerCase())).videos).toMatchObject([
      { id: video.id, vote_code },
    ])
    expect(await search('=H')).toEqual({ people: [], payers: [], payments: [], disputes: [], videos: [] })
  })
})

describe('the files', () => {
  async function file(route: typeof paymentsFile, query: Record<string, string> = {}) {
    const response = await send(route.GET, { access: admin.access, query })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    return parseCsv(await response.text()) ?? []
  }
  const lastAudited = () =>
    rows<{ action: string; actor_id: string; after: unknown }>(
      db(),
      'SELECT action, actor_id, after FROM audit_event ORDER BY id DESC LIMIT 1',
    )

  test('of payments has the rows of the list in Nairobi’s time and is on record', async () => {
    const [heading, newest, ...others] = await file(paymentsFile, ofMay)
    expect(heading?.slice(0, 3)).toEqual(['asked_at_nairobi', 'id', 'purpose'])
    expect(newest?.[0]).toBe('2026-05-10 10:00:00')
    expect(others).toHaveLength(MANY)
    const phones = heading?.indexOf('phone') ?? -1
    expect(others.find((line) => line.includes('MAY3'))?.[phones]).toBe('0711•••111')
    expect(await lastAudited()).toEqual([
      { action: 'payments.exported', actor_id: admin.user.id, after: ofMay },
    ])
  })

  test('of wallets has our own and people’s, and is on record', async () => {
    await asOwner((owner) =>
      owner.query(
        `WITH wallet AS (INSERT INTO account (kind, owner_id, posted, held) VALUES ('dancer', $1, 50000, 12000)
            ON CONFLICT (kind, owner_id) DO UPDATE SET posted = 50000, held = 12000 RETURNING id)
          INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, is_held, approve_after, created_at)
          SELECT $2, 'HELD', $1, id, 12000, '254711000112', 'requested', true, now(), now() FROM wallet`,
        [dancer.id, newId()],
      ),
    )
    const [, ...lines] = await file(walletsFile)
    expect(lines.map(([wallet]) => wallet)).toContain('platform_revenue')
    // Money held for a withdrawal is in the balance of its owner's wallet alone.
    expect(lines.filter((line) => line.includes('120')).map((line) => line.slice(1, 7))).toEqual([
      ['dancer', expect.any(String), dancer.email, '500', '120', '380'],
    ])
    expect(lines.filter(([, , , email]) => email === dancer.email)).toHaveLength(1)
    expect(await lastAudited()).toMatchObject([{ action: 'wallets.exported' }])
  })

  test('are for super admins alone', async () => {
    const officer = await signInAs('compliance_officer')
    for (const route of [paymentsFile, walletsFile])
      expect((await send(route.GET, { access: officer.access })).status).toBe(403)
  })
})
