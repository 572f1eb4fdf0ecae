// Money that goes out, as super admins list, search and take it away.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '#lib/contract/all.ts'
import { parseCsv } from '#lib/contract/csv.ts'
import type { MoneyOutFilters } from '#lib/contract/money-out/calls.ts'
import { MONEY_OUT_PAGE } from '#lib/contract/money-out/constants.ts'
import { addSeconds, nairobiTime } from '#lib/core/clock.ts'
import { closeDb, db, rows, runTransaction } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { pageQuery } from '#lib/domain/money-out/queries.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import * as file from '../../../app/api/admin/money-out.csv/route.ts'

type List = z.output<typeof contract.adminPayments.moneyOut.answer>
type Totals = z.output<typeof contract.adminPayments.moneyOutTotals.answer>

const route = await loadRoute(contract.adminPayments.moneyOut)
const totalsRoute = await loadRoute(contract.adminPayments.moneyOutTotals)
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

async function sum(query: Record<string, string> = {}): Promise<Totals> {
  const answer = await send(totalsRoute.GET, { access: admin.access, query })
  expect(answer.status).toBe(200)
  return answer.json()
}

describe('money out', () => {
  test('is listed newest first, page by page', async () => {
    const first = await list('')
    expect(first.results).toHaveLength(MONEY_OUT_PAGE)
    expect(first.results.map(({ reference, state }) => [reference, state]).slice(0, 5)).toEqual([
      ['W33', 'sent'],
      ['W32', 'held'],
      ['W31', 'failed'],
      ['W30', 'failed'],
      ['W29', 'paid'],
    ])
    const second = await list(`after=${encodeURIComponent(first.next ?? '')}`)
    expect(second.results).toHaveLength(MANY + 4 - MONEY_OUT_PAGE)
    expect(second.next).toBeNull()
  })

  test('says what M-Pesa said, in the reader’s language', async () => {
    const failed = await list('state=failed')
    expect(failed.results.map(({ reason }) => reason)).toEqual([
      'M-PESA answered with code 77',
      'The receiver’s M-PESA balance would be too high',
    ])
    const [swahili] = (await list('search=W31', { 'accept-language': 'sw' })).results
    expect(swahili?.reason).toBe('M-PESA ilijibu kwa msimbo 77')
  })

  test('says why and until when a withdrawal is held', async () => {
    const held = async () => (await list('search=W32')).results.map(({ reason, due_at }) => [reason, due_at])
    const set = (sql: string, ...more: unknown[]) => asOwner((owner) => owner.query(sql, more))
    const due = day(MANY + 2).toISOString()
    expect(await held()).toEqual([['Their identity isn’t approved', due]])
    await set(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, dancer.id)
    expect(await held()).toEqual([[null, due]])
    await set(`UPDATE payout SET approve_after = '2100-01-01T06:00:00Z' WHERE reference = 'W32'`)
    expect(await held()).toEqual([['Not due yet', '2100-01-01T06:00:00.000Z']])
    await set(`UPDATE payout SET amount = 10000000 WHERE reference = 'W32'`)
    expect(await held()).toEqual([['Needs approval by two super admins', '2100-01-01T06:00:00.000Z']])
    await set('UPDATE app_user SET withdrawals_frozen_at = now() WHERE id = $1', dancer.id)
    expect(await held()).toEqual([['Their withdrawals are frozen', '2100-01-01T06:00:00.000Z']])
    await set('UPDATE app_user SET withdrawals_frozen_at = NULL WHERE id = $1', dancer.id)
    const answer = await send(file.GET, { path: '/api/admin/money-out.csv?state=held', access: admin.access })
    const [head, line] = parseCsv(await answer.text()) ?? []
    expect(line?.[head?.indexOf('reason') ?? -1]).toBe('Needs approval by two super admins')
    expect(line?.[head?.indexOf('due_at_nairobi') ?? -1]).toBe('2100-01-01 09:00:00')
    await set(`UPDATE payout SET amount = 100000 WHERE reference = 'W32'`)
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
    const mine = await sum({ search: dancer.email, kind: 'withdrawal' })
    expect(mine.by_kind.reduce((total, { count }) => total + count, 0)).toBe(MANY + 4)
    expect((await list('to=2026-05-09')).results).toEqual([])
    expect((await list('by=paid&to=2026-05-10')).results).toEqual([])
    expect((await list('kind=refund')).results).toEqual([])
  })

  test('is taken away as a file, which is on record', async () => {
    const answer = await send(file.GET, { path: '/api/admin/money-out.csv?state=paid', access: admin.access })
    const [head, first, ...others] = parseCsv(await answer.text()) ?? []
    expect(head?.slice(0, 6)).toEqual([
      'started_at_nairobi',
      'kind',
      'goes_to',
      'state',
      'amount_kes',
      'tax_kes',
    ])
    expect(first?.slice(0, 8)).toEqual([
      '2026-05-10 09:29:00',
      'withdrawal',
      'phone',
      'paid',
      '1000',
      '0',
      dancer.username,
      '0711•••029',
    ])
    expect(others).toHaveLength(MANY - 1)
    const recorded = await rows(
      db(),
      `SELECT after FROM audit_event WHERE action = 'money_out.exported' ORDER BY id DESC LIMIT 1`,
    )
    expect(recorded).toEqual([{ after: { state: 'paid' } }])
  })
})

describe('what went to wallets', () => {
  beforeAll(async () => {
    const month = await openMonth()
    const { id: videoId, musicianId } = await addVideo(month, { dancerId: dancer.id })
    await asOwner(async (owner) => {
      await owner.query(`UPDATE challenge SET phase = 'closed', closed_at = $2 WHERE id = $1`, [
        month.id,
        day(60),
      ])
      await owner.query(
        `INSERT INTO challenge_result (challenge_id, rank, dancer_id, video_id, vote_count, prize, tax)
          VALUES ($1, 1, $2, $3, 9, 500000, 25000)`,
        [month.id, dancer.id, videoId],
      )
      await owner.query(
        `INSERT INTO royalty_statement (id, challenge_id, musician_id, pool, videos, all_videos, royalty, votes, vote_earnings, created_at)
          VALUES ($1, $2, $3, 1, 1, 1, 70000, 0, 0, $4)`,
        [newId(), month.id, musicianId, day(61)],
      )
      await owner.query(
        `INSERT INTO mpesa_receipt (receipt, amount, phone, source, status, paid_at)
          VALUES ('REFUNDED01', 5000, '254711777888', 'paybill', 'refunded', $1)`,
        [day(40)],
      )
      await owner.query(
        `INSERT INTO refund (id, reference, receipt, amount, method, state, created_at, closed_at)
          VALUES ($1, 'RF1', 'REFUNDED01', 5000, 'reversal', 'done', $2, $2)`,
        [newId(), day(62)],
      )
    })
  })

  test('is summed apart from what left M-Pesa, each kind by its states', async () => {
    const { left_mpesa, credited, by_kind } = await sum()
    expect(left_mpesa).toEqual({ count: MANY + 1, amount: MANY * 1_000 + 50, tax: 0 })
    expect(credited).toEqual({ count: 2, amount: 5_700, tax: 250 })
    expect(by_kind).toEqual([
      { kind: 'withdrawal', state: 'held', count: 1, amount: 1_000, tax: 0 },
      { kind: 'withdrawal', state: 'sent', count: 1, amount: 1_000, tax: 0 },
      { kind: 'withdrawal', state: 'paid', count: MANY, amount: MANY * 1_000, tax: 0 },
      { kind: 'withdrawal', state: 'failed', count: 2, amount: 2_000, tax: 0 },
      { kind: 'refund', state: 'paid', count: 1, amount: 50, tax: 0 },
      { kind: 'prize', state: 'paid', count: 1, amount: 5_000, tax: 250 },
      { kind: 'royalty', state: 'paid', count: 1, amount: 700, tax: 0 },
    ])
    expect((await sum({ state: 'failed' })).credited).toEqual({ count: 0, amount: 0, tax: 0 })
    expect((await sum({ by: 'paid', from: '2026-05-10', to: '2026-05-10' })).left_mpesa.amount).toBe(50)
  })

  test('is listed among the rest, and found by its owner; a refund by either receipt or phone', async () => {
    const kinds = async (query: string) => (await list(query)).results.map(({ kind }) => kind)
    expect(await kinds('from=2026-05-10')).toEqual(expect.arrayContaining(['refund', 'royalty', 'prize']))
    expect((await kinds('')).slice(0, 4)).toEqual(['refund', 'royalty', 'prize', 'withdrawal'])
    expect(await kinds(`search=${encodeURIComponent(dancer.email)}&kind=prize`)).toEqual(['prize'])
    for (const search of ['refunded01', '0711777888', 'rf1'])
      expect(await kinds(`search=${search}`), search).toEqual(['refund'])
    const next = (await list('')).next ?? ''
    const [first, second] = [await list(''), await list(`after=${encodeURIComponent(next)}`)]
    const keys = [...first.results, ...second.results].map(({ key }) => key)
    expect(new Set(keys).size).toBe(MANY + 7)
  })

  test.each<Partial<MoneyOutFilters>>([
    {},
    { from: '2026-05-01', to: '2026-05-31' },
    { by: 'paid', from: '2026-05-01', to: '2026-05-31' },
    { kind: 'withdrawal', state: 'cancelled' },
    { kind: 'refund', state: 'due' },
    { search: '0711777888' },
    { search: 'OUT0000007' },
  ])('is read by indexes with %j, however much there is', async (given) => {
    const filters = {
      kind: undefined,
      state: undefined,
      from: undefined,
      to: undefined,
      by: undefined,
      search: '',
      ...given,
    }
    const after = { at: day(10), key: `withdrawal:${newId()}` }
    const plan = await runTransaction(async (on) => {
      // The few rows of a test would be read whole, or sorted.
      await rows(on, 'SET LOCAL enable_seqscan = off')
      await rows(on, 'SET LOCAL enable_bitmapscan = off')
      const lines = await pageQuery(kysely(on), filters, after, 26).explain()
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('Index')
    // Months are few.
    expect(plan.replaceAll(/Seq Scan on challenge c/g, '')).not.toContain('Seq Scan')
  })
})
