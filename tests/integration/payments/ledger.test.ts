// The ledger's invariants, as Postgres holds them.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, firstRow, rows, runTransaction, sqlState } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { openWallet, postJournals } from '#lib/domain/ledger/commands.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { EntryDraft, JournalDraft } from '#lib/domain/ledger/schema.ts'
import { asOwner } from '#tests/support/owner.ts'

const CHECK_VIOLATION = '23514'
const NO_SUCH_ACCOUNT = '23503'
const NOT_ALLOWED = '42501'

let collection: bigint
let wallet: bigint
beforeAll(async () => {
  collection = systemAccount(await systemAccounts(), 'mpesa_collection')
  wallet = await openWallet(db(), 'dancer', newId())
})
afterEach(async () => {
  expect(await brokenInvariants(db(), ledgerInvariants)).toEqual([])
})
afterAll(async () => {
  await closeRedis()
  await closeDb()
})

function draft(key: string, entries: readonly EntryDraft[], more: Partial<JournalDraft> = {}): JournalDraft {
  const about = { type: 'test', sourceType: 'test', sourceId: key, actor: 'test', occurredAt: new Date() }
  return { key, ...about, entries, ...more }
}
const moved = (from: bigint, to: bigint, amount: bigint): EntryDraft[] => [
  { accountId: from, amount: -amount },
  { accountId: to, amount },
]
const post = (...drafts: JournalDraft[]) => runTransaction((client) => postJournals(client, drafts))
const stateOf = (posting: Promise<unknown>) =>
  posting.then(
    () => 'posted',
    (error: unknown) => sqlState(error),
  )

async function balanceOf(account: bigint): Promise<bigint | undefined> {
  return (await firstRow<{ posted: bigint }>(db(), 'SELECT posted FROM account WHERE id = $1', [account]))
    ?.posted
}

describe('posting', () => {
  test('a key posts once, however often and wherever it is tried', async () => {
    const key = newId()
    const journal = draft(key, moved(collection, wallet, 700n))
    const before = (await balanceOf(wallet)) ?? 0n
    const counts = await Promise.all(Array.from({ length: 10 }, () => post(journal, journal)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await post(journal)).toBe(0)
    expect(await balanceOf(wallet)).toBe(before + 700n)
  })

  test('one key that was posted before does not keep the others of its batch', async () => {
    const old = draft(newId(), moved(collection, wallet, 100n))
    await post(old)
    const before = (await balanceOf(wallet)) ?? 0n
    expect(
      await post(
        draft(newId(), moved(collection, wallet, 5n)),
        old,
        draft(newId(), moved(collection, wallet, 7n)),
      ),
    ).toBe(2)
    expect(await balanceOf(wallet)).toBe(before + 12n)
  })

  test.each<[string, string, () => EntryDraft[]]>([
    ['does not sum to zero', CHECK_VIOLATION, () => [{ accountId: wallet, amount: 100n }]],
    ['takes a wallet below zero', CHECK_VIOLATION, () => moved(wallet, collection, 1_000_000_000n)],
    ['names an account that does not exist', NO_SUCH_ACCOUNT, () => moved(collection, 9_999_999n, 100n)],
    ['has no entries', CHECK_VIOLATION, () => []],
    ['moves nothing', CHECK_VIOLATION, () => moved(wallet, wallet, 100n)],
  ])('a journal that %s is refused, and its whole batch with it', async (_what, state, entries) => {
    const good = draft(newId(), moved(collection, wallet, 100n))
    const before = await balanceOf(wallet)
    expect(await stateOf(post(good, draft(newId(), entries())))).toBe(state)
    expect(await balanceOf(wallet)).toBe(before)
    expect(await rows(db(), 'SELECT 1 FROM journal WHERE idempotency_key = $1', [good.key])).toEqual([])
  })

  test('money that is held cannot be moved', async () => {
    const held = await openWallet(db(), 'musician', newId())
    await post(draft(newId(), moved(collection, held, 1_000n)))
    await asOwner((owner) => owner.query('UPDATE account SET held = 800 WHERE id = $1', [held]))
    expect(await stateOf(post(draft(newId(), moved(held, collection, 201n))))).toBe(CHECK_VIOLATION)
    expect(await stateOf(post(draft(newId(), moved(held, collection, 200n))))).toBe('posted')
    const beyond = asOwner((owner) => owner.query('UPDATE account SET held = 801 WHERE id = $1', [held]))
    expect(await stateOf(beyond)).toBe(CHECK_VIOLATION)
  })

  test('a journal is reversed once', async () => {
    const key = newId()
    await post(draft(key, moved(collection, wallet, 300n)))
    const journal = await firstRow<{ id: bigint }>(
      db(),
      'SELECT id FROM journal WHERE idempotency_key = $1',
      [key],
    )
    const reversal = () => draft(newId(), moved(wallet, collection, 300n), { reversalOf: journal?.id })
    expect(await stateOf(post(reversal()))).toBe('posted')
    expect(await stateOf(post(reversal()))).toBe('23505')
  })

  test('an account is opened once, whoever opens it', async () => {
    const owner = newId()
    const opened = await Promise.all(Array.from({ length: 8 }, () => openWallet(db(), 'dancer', owner)))
    expect(new Set(opened).size).toBe(1)
    expect(await balanceOf(opened[0] ?? 0n)).toBe(0n)
  })
})

describe('the ledger is append-only', () => {
  const changes = [
    'UPDATE entry SET amount = amount + 1',
    'UPDATE journal SET actor = actor',
    'DELETE FROM entry',
    'DELETE FROM journal',
    'TRUNCATE entry',
    'TRUNCATE journal CASCADE',
  ]
  test.each(changes)('%s is refused to the product and to the owner', async (sql) => {
    await post(draft(newId(), moved(collection, wallet, 100n)))
    expect(await stateOf(db().query(sql))).toBe(NOT_ALLOWED)
    expect(await stateOf(asOwner((owner) => owner.query(sql)))).toBe(NOT_ALLOWED)
  })

  test.each([
    `INSERT INTO journal (idempotency_key, type, source_type, source_id, actor, occurred_at) VALUES ('x', 't', 't', 't', 't', now())`,
    'INSERT INTO entry (journal_id, account_id, amount, balance_after) SELECT 1, id, 1, 1 FROM account LIMIT 1',
    'UPDATE account SET posted = posted + 1',
    'UPDATE account SET held = 0',
    'DELETE FROM account',
    `INSERT INTO account (kind, owner_id) VALUES ('dancer', uuidv7())`,
    'TRUNCATE account',
  ])('the product may not do it itself: %s', async (sql) => {
    expect(await stateOf(db().query(sql))).toBe(NOT_ALLOWED)
  })

  test('not even the owner writes entries that do not sum to zero, at once or half by half', async () => {
    const insert = 'INSERT INTO entry (journal_id, account_id, amount, balance_after) VALUES ($1, $2, $3, 0)'
    const half = asOwner(async (owner) => {
      await owner.query('BEGIN')
      await owner.query(insert, [-1, String(wallet), 100])
      await owner.query(insert, [-1, String(collection), -100])
      await owner.query('COMMIT')
    })
    expect(await stateOf(half)).toBe(CHECK_VIOLATION)
    const nothing = asOwner((owner) => owner.query(insert, [-1, String(wallet), 0]))
    expect(await stateOf(nothing)).toBe(CHECK_VIOLATION)
  })
})

test('a balance that follows from no other is named, and so is one that two follow from', async () => {
  const owned = await openWallet(db(), 'dancer', newId())
  for (const cents of [300n, 500n]) await post(draft(newId(), moved(collection, owned, cents)))
  const chain = ledgerInvariants.filter(({ name }) => name === 'entry_balances')
  const foundAfter = (balances: string) =>
    asOwner(async (owner) => {
      await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
      await owner.query(`UPDATE entry SET balance_after = ${balances} WHERE account_id = $1`, [String(owned)])
      const broken = await brokenInvariants(owner, chain)
      await owner.query('ROLLBACK')
      return broken.join().split('zero: ')[1]
    })
  expect(await foundAfter('balance_after + 7')).toMatch(new RegExp(`^${owned} from (7|307)`))
  // Both begin with nothing: their amounts still make up what the wallet has.
  expect(await foundAfter('amount')).toBe(`${owned} is no chain`)
})

describe('whatever is posted, beside whatever else', () => {
  const people = 4
  const side = fc.record({
    account: fc.nat(people),
    amount: fc.integer({ min: -300, max: 300 }).filter((cents) => cents !== 0),
  })
  const content = fc.record({
    sides: fc.array(side, { maxLength: 4 }),
    isBalanced: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  })
  const contents = fc.array(content, { minLength: 4, maxLength: 8 })
  const batches = fc.array(fc.array(fc.nat(7), { minLength: 1, maxLength: 6 }), {
    minLength: 2,
    maxLength: 8,
  })

  test('the books stay right, each journal is posted whole and once, and refusals leave nothing', async () => {
    await fc.assert(
      fc.asyncProperty(contents, batches, async (list, tries) => {
        const wallets = await Promise.all(
          Array.from({ length: people }, () => openWallet(db(), 'dancer', newId())),
        )
        const accounts = [collection, ...wallets]
        const journals = list.map(({ sides, isBalanced }) => {
          const entries = sides.map(({ account, amount }) => ({
            accountId: accounts[account] ?? collection,
            amount: BigInt(amount),
          }))
          const sum = entries.reduce((total, { amount }) => total + amount, 0n)
          const closing = isBalanced && sum !== 0n ? [{ accountId: collection, amount: -sum }] : []
          return draft(newId(), [...entries, ...closing])
        })
        const tried = tries.map((places) =>
          places.map((place) => journals[place % journals.length]).filter((one) => one !== undefined),
        )
        const results = await Promise.allSettled(tried.map((batch) => post(...batch)))

        expect(await brokenInvariants(db(), ledgerInvariants)).toEqual([])
        for (const [n, result] of results.entries()) {
          const batch = tried[n] ?? []
          if (batch.some((journal) => !isSound(journal))) expect(result.status).toBe('rejected')
          else if (batch.every((journal) => takesFromNobody(journal, collection)))
            expect(result.status).toBe('fulfilled')
          if (result.status === 'rejected')
            expect([CHECK_VIOLATION, NO_SUCH_ACCOUNT]).toContain(sqlState(result.reason))
        }
        const fulfilled = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
        const posted = await readPosted(journals)
        expect(fulfilled.reduce((sum, count) => sum + count, 0)).toBe(posted.size)
        for (const journal of journals) {
          const entries = posted.get(journal.key)
          if (entries) expect(entries).toEqual(net(journal))
        }
        expect(await post(...journals.filter(({ key }) => posted.has(key)))).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})

/** What a journal does to each account, without those that it leaves alone. */
function net(journal: JournalDraft): Record<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { accountId, amount } of journal.entries)
    sums.set(String(accountId), (sums.get(String(accountId)) ?? 0n) + amount)
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n))
}

function isSound(journal: JournalDraft): boolean {
  const amounts = Object.values(net(journal))
  return amounts.length > 0 && amounts.reduce((sum, amount) => sum + amount, 0n) === 0n
}

function takesFromNobody(journal: JournalDraft, clearing: bigint): boolean {
  return Object.entries(net(journal)).every(
    ([account, amount]) => amount > 0n || account === String(clearing),
  )
}

async function readPosted(journals: readonly JournalDraft[]): Promise<Map<string, Record<string, bigint>>> {
  const found = await rows<{ key: string; account_id: bigint; amount: bigint }>(
    db(),
    `SELECT j.idempotency_key AS key, e.account_id, e.amount FROM journal j JOIN entry e ON e.journal_id = j.id
      WHERE j.idempotency_key = ANY($1)`,
    [journals.map(({ key }) => key)],
  )
  const posted = Map.groupBy(found, ({ key }) => key)
  return new Map(
    [...posted].map(([key, entries]) => [
      key,
      Object.fromEntries(entries.map(({ account_id, amount }) => [String(account_id), amount])),
    ]),
  )
}
