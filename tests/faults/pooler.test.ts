// The money through PgBouncer, which lends each transaction another connection (docs/decisions/0024).
import { afterAll, describe, expect, test, vi } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { votesOf } from '#tests/support/contest.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'

// Before the product reads its environment.
const pooler = await vi.hoisted(async () => {
  const { keepsStatements, startPgBouncer } = await import('#tests/support/pgbouncer.ts')
  // One that would lose prepared statements is refused in transaction mode.
  const mode = keepsStatements
    ? ['pool_mode = transaction', 'max_prepared_statements = 200']
    : ['pool_mode = session', 'default_pool_size = 50']
  const started = await startPgBouncer(process.env.DATABASE_URL ?? '', {
    role: 'ngoma_app',
    settings: [...mode, 'ignore_startup_parameters = options'],
  })
  process.env.DATABASE_URL = started.url
  return started
})

describe('behind PgBouncer', () => {
  const money = setUpMoney()
  afterAll(() => pooler.end())

  test('fifty people pay at once, and every payment is counted', async () => {
    const [video, phones] = [await money.video(), Array.from({ length: 50 }, newPhone)]
    const ids = await Promise.all(phones.map((phone) => order(video, phone, 2)))
    for (const id of ids) await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(100)
    for (const phone of phones) expect(money.promptsTo(phone)).toHaveLength(1)
  })

  test('nobody may rewrite the ledger', async () => {
    const row = await firstRow<{ role: string }>(db(), 'SELECT current_user AS role')
    expect(row?.role).toBe('ngoma_app')
    await expect(db().query('DELETE FROM entry')).rejects.toThrow('permission denied')
  })
})
