// The list of people by balance, among so many wallets that PostgreSQL goes by their steps.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { idsOfRichest, listUsers } from '#lib/domain/overview/users.ts'
import { asOwner } from '#tests/support/owner.ts'

const DANCERS = 2_000
const STAFF = 30

beforeAll(async () => {
  await rows(
    db(),
    `INSERT INTO app_user (username, email, password_hash, role, is_email_verified)
      SELECT 'p' || n, 'p' || n || '@example.com', '', CASE WHEN n <= $1::int THEN 'dancer' ELSE 'compliance_officer' END::role, true
      FROM generate_series(1, $1::int + $2::int) AS n`,
    [DANCERS, STAFF],
  )
  // Half have less than a thousand shillings, and each balance is that of several.
  await asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO account (kind, owner_id, posted, held)
        SELECT 'dancer', id, CASE WHEN n % 2 = 0 THEN n % 90 * 1000 ELSE n % 500 * 30000 END + 500, n % 2 * 500
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM app_user WHERE role = 'dancer') AS people`,
    )
    await owner.query('ANALYZE account, app_user')
  })
})
afterAll(async () => {
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const asked = (query: Record<string, string>) => contract.admin.users.query.parse(query)

/** Everybody by balance, as one statement says it that reads all wallets. */
async function allInOrder(direction: 'ASC' | 'DESC'): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db(),
    `SELECT u.id FROM app_user u LEFT JOIN account a ON a.owner_id = u.id WHERE u.deleted_at IS NULL
      ORDER BY a.posted - a.held ${direction} NULLS LAST, u.id ${direction}`,
  )
  return found.map(({ id }) => id)
}

describe.each([
  ['wallet_balance', 'ASC'],
  ['-wallet_balance', 'DESC'],
] as const)('people in the order %s', (ordering, direction) => {
  test('are the same on all pages as when all wallets are sorted', async () => {
    const listed: string[] = []
    for (let page = 1; listed.length < DANCERS + STAFF; page++) {
      const { results, count } = await listUsers(asked({ ordering, page: `${page}`, page_size: '97' }))
      expect(count).toBe(DANCERS + STAFF)
      expect(results.length, `page ${page}`).toBeGreaterThan(0)
      listed.push(...results.map(({ id }) => id))
    }
    expect(listed).toEqual(await allInOrder(direction))
  })

  test('without a wallet are listed where nobody has one', async () => {
    const { count, results } = await listUsers(
      asked({ ordering, role: 'compliance_officer', page_size: '20' }),
    )
    const all = await listUsers(asked({ role: 'compliance_officer', page_size: '100' }))
    const ids = all.results.map(({ id }) => id).sort()
    expect(count).toBe(STAFF)
    expect(results.map(({ id }) => id)).toEqual((direction === 'ASC' ? ids : ids.reverse()).slice(0, 20))
  })
})

test('the richest are found without reading all wallets', async () => {
  const lines = await idsOfRichest(asked({ ordering: '-wallet_balance', page_size: '20' })).explain()
  const plan = JSON.stringify(lines)
  expect(plan).toContain('Incremental Sort')
  expect(plan).toContain('account_balance_step_idx')
  expect(plan).not.toContain('Seq Scan')
})

test('a balance that stays within its thousand rewrites no index', async () => {
  await asOwner(async (owner) => {
    await owner.query('BEGIN')
    const add = (cents: number) =>
      owner.query(
        `UPDATE account SET posted = posted + $1 WHERE id =
          (SELECT id FROM account WHERE owner_id IS NOT NULL AND posted < 50000 AND held = 0 ORDER BY id LIMIT 1)`,
        [cents],
      )
    const changed = async () => {
      const { rows: found } = await owner.query(
        `SELECT n_tup_upd::int4 AS all, n_tup_hot_upd::int4 AS hot FROM pg_stat_xact_user_tables WHERE relname = 'account'`,
      )
      return found[0]
    }
    await add(1_500)
    expect(await changed()).toEqual({ all: 1, hot: 1 })
    await add(100_000)
    expect(await changed()).toEqual({ all: 2, hot: 1 })
    await owner.query('UPDATE account SET posted = posted + 100000 WHERE owner_id IS NULL')
    const { all, hot } = await changed()
    expect(all - hot).toBe(1)
    await owner.query('ROLLBACK')
  })
})
