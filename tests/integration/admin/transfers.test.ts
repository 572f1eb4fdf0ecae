// Spec 2, sections 2, 3, 5 and 7, wallets and fund transfers; design/api.md, Admin. After each test the books are right.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { FundTransfer, SystemWalletList, WalletItem } from '#lib/contract/transfers.ts'
import { now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closePrisma } from '#lib/core/prisma.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'
import { royaltyInvariants } from '#lib/domain/royalties/invariants.ts'
import { transferInvariants } from '#lib/domain/transfers/invariants.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

let first: SignedIn
let second: SignedIn

beforeAll(async () => {
  first = await signInAs('super_admin')
  second = await signInAs('super_admin')
})
beforeEach(async () => {
  // Each test begins with KES 100,000 of revenue, spread over its shards, and nothing in the prize pool.
  await move('prize_pool', 'platform_revenue', await balanceOf('prize_pool'))
  await move('platform_revenue', 'mpesa_collection', await balanceOf('platform_revenue'))
  for (let shard = 0; shard < 8; shard++)
    await move('mpesa_collection', 'platform_revenue', 1_250_000n, shard)
})
afterEach(async () => {
  const laws = [...ledgerInvariants, ...transferInvariants, ...royaltyInvariants]
  expect(await brokenInvariants(db(), laws)).toEqual([])
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis(), closeQueues(), closePrisma()])
})

async function balanceOf(kind: SystemAccountKind): Promise<bigint> {
  const [row] = await rows<{ cents: bigint }>(
    db(),
    'SELECT sum(posted)::bigint AS cents FROM account WHERE kind = $1 AND owner_id IS NULL',
    [kind],
  )
  return row?.cents ?? 0n
}

/** Money that the test itself moves, out of every shard and into one. */
async function move(
  from: SystemAccountKind,
  to: SystemAccountKind,
  amount: bigint,
  shard = 0,
): Promise<void> {
  if (amount === 0n) return
  const accounts = await systemAccounts()
  const held = await rows<{ id: bigint; posted: bigint }>(
    db(),
    'SELECT id, posted FROM account WHERE kind = $1 AND owner_id IS NULL AND posted > 0',
    [from],
  )
  const taken =
    from === 'mpesa_collection'
      ? [{ accountId: systemAccount(accounts, from, shard), amount: -amount }]
      : held.map(({ id, posted }) => ({ accountId: id, amount: -posted }))
  await postJournals(db(), [
    {
      key: `test:${newId()}`,
      type: 'test',
      sourceType: 'test',
      sourceId: newId(),
      actor: 'test',
      occurredAt: now(),
      entries: [...taken, { accountId: systemAccount(accounts, to, shard), amount }],
    },
  ])
}

async function wallets(): Promise<SystemWalletList> {
  const route = await loadRoute(contract.admin.wallets)
  return (await send(route.GET, { access: first.access })).json()
}
async function wallet(kind: SystemAccountKind): Promise<WalletItem> {
  const found = (await wallets()).results.find(({ wallet_type }) => wallet_type === kind)
  if (!found) throw new Error(`no wallet ${kind}`)
  return found
}

type Sent = { by?: SignedIn; key?: string }
async function transfer(body: Record<string, unknown>, { by = first, key }: Sent = {}) {
  const route = await loadRoute(contract.admin.transfer)
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const response = await send(route.POST, {
    method: 'POST',
    body,
    access: by.access,
    headers,
    address: '10.1.2.3',
  })
  return { status: response.status, body: await response.json() }
}
async function revenueToPrizes(amount: unknown, sent: Sent = {}) {
  const [source, destination] = [await wallet('platform_revenue'), await wallet('prize_pool')]
  return transfer(
    {
      source_wallet_id: source.id,
      destination_wallet_id: destination.id,
      amount,
      description: 'For the prizes',
    },
    sent,
  )
}
async function decide(
  word: 'approveTransfer' | 'rejectTransfer',
  id: string,
  by: SignedIn,
  body: unknown = {},
) {
  const route = await loadRoute(contract.admin[word])
  const response = await send(route.POST, { method: 'POST', params: { id }, access: by.access, body })
  return { status: response.status, body: await response.json() }
}
async function listed(query: Record<string, string>, by = first): Promise<FundTransfer[]> {
  const route = await loadRoute(contract.admin.transfers)
  return (await (await send(route.GET, { query, access: by.access })).json()).results
}
const audited = (id: string) =>
  rows(
    db(),
    'SELECT actor_id, action, before, after, address FROM audit_event WHERE subject_id = $1 ORDER BY id',
    [id],
  )

describe('the wallets', () => {
  test('are the seven of the chart, each as documented, with integer ids and what moved it last', async () => {
    const { count, results, second_approval_above } = await wallets()
    expect({ count, second_approval_above }).toEqual({ count: 7, second_approval_above: 50_000 })
    expect(results.map(({ wallet_type }) => wallet_type)).toContain('withdrawals_held')
    const revenue = results.find(({ wallet_type }) => wallet_type === 'platform_revenue')
    expect(revenue).toEqual({
      id: expect.any(Number),
      wallet_type: 'platform_revenue',
      wallet_type_display: 'Platform revenue',
      amount: 100_000,
      transaction_count: expect.any(Number),
      last_transaction: { type: 'test', amount: 12_500 },
      updated_at: expect.stringMatching(/Z$/),
      transferable: 100_000,
    })
    const prizes = results.find(({ wallet_type }) => wallet_type === 'prize_pool')
    expect(prizes).toMatchObject({ amount: 0, transferable: 0 })
    const collection = results.find(({ wallet_type }) => wallet_type === 'mpesa_collection')
    expect(collection).toMatchObject({ transferable: null })
  })
})

describe('a transfer', () => {
  test('moves the money at once, out of as many shards as it takes, and says what both hold then', async () => {
    const { status, body } = await revenueToPrizes(30_000.55)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      transaction_reference: expect.stringMatching(/^T[0-9A-Z]{8}$/),
      status: 'completed',
      amount: 30_000.55,
      description: 'For the prizes',
      source: { wallet_type: 'platform_revenue', amount: 69_999.45 },
      destination: { wallet_type: 'prize_pool', amount: 30_000.55 },
      can_approve: false,
    })
    expect(await wallet('platform_revenue')).toMatchObject({
      amount: 69_999.45,
      last_transaction: { type: 'transfer', amount: -30_000.55 },
    })
    expect(await audited(body.id)).toEqual([
      {
        actor_id: first.user.id,
        action: 'transfer.completed',
        before: { platform_revenue: 100_000, prize_pool: 0 },
        after: {
          platform_revenue: 69_999.45,
          prize_pool: 30_000.55,
          amount: 30_000.55,
          description: 'For the prizes',
        },
        address: '10.1.2.3',
      },
    ])
  })

  test.each([
    ['no source', { source_wallet_id: undefined }, 'source_wallet_id'],
    ['a source in words', { source_wallet_id: '2' }, 'source_wallet_id'],
    ['a source that is no wallet', { source_wallet_id: 999_999 }, 'source_wallet_id'],
    ['no destination', { destination_wallet_id: undefined }, 'destination_wallet_id'],
    ['no amount', { amount: undefined }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['less than nothing', { amount: -5 }, 'amount'],
    ['half a cent', { amount: 1.005 }, 'amount'],
    ['an endless amount', { amount: 1e21 }, 'amount'],
    ['a novel', { description: 'x'.repeat(201) }, 'description'],
  ])('is refused by the field with %s', async (_what, wrong, field) => {
    const [source, destination] = [await wallet('platform_revenue'), await wallet('prize_pool')]
    const right = {
      source_wallet_id: source.id,
      destination_wallet_id: destination.id,
      amount: 10,
      description: '',
    }
    const { status, body } = await transfer({ ...right, ...wrong })
    expect({ status, code: body.code, fields: Object.keys(body.errors) }).toEqual({
      status: 400,
      code: 'invalid',
      fields: [field],
    })
  })

  test('is refused to the same wallet, to one that follows something else, and for more than there is', async () => {
    const [revenue, collection] = [await wallet('platform_revenue'), await wallet('mpesa_collection')]
    const body = { source_wallet_id: revenue.id, amount: 10, description: '' }
    expect(await transfer({ ...body, destination_wallet_id: revenue.id })).toMatchObject({
      status: 400,
      body: { errors: { destination_wallet_id: ['Choose two different wallets.'] } },
    })
    expect(await transfer({ ...body, destination_wallet_id: collection.id })).toMatchObject({
      status: 409,
      body: { error: 'M-Pesa collection takes no transfers by hand.', code: 'not_transferable' },
    })
    expect(await revenueToPrizes(100_000.01)).toMatchObject({
      status: 400,
      body: { error: 'Platform revenue has KES 100,000 to move.', code: 'insufficient_balance' },
    })
  })

  test('takes out of the royalty pool only what transfers have brought', async () => {
    const [revenue, pool] = [await wallet('platform_revenue'), await wallet('royalty_pool')]
    const there = {
      source_wallet_id: revenue.id,
      destination_wallet_id: pool.id,
      amount: 500,
      description: '',
    }
    expect(await transfer(there)).toMatchObject({ status: 200 })
    const back = { source_wallet_id: pool.id, destination_wallet_id: revenue.id, description: '' }
    expect(await transfer({ ...back, amount: 500.01 })).toMatchObject({ status: 400 })
    expect(await transfer({ ...back, amount: 500 })).toMatchObject({ status: 200 })
  })

  test('is made once for its Idempotency-Key, and another under the same key is refused', async () => {
    const key = newId()
    const [one, again] = [await revenueToPrizes(100, { key }), await revenueToPrizes(100, { key })]
    expect(again).toEqual(one)
    expect(await wallet('prize_pool')).toMatchObject({ amount: 100 })
    expect((await revenueToPrizes(101, { key })).status).toBe(422)
  })

  test('of the whole balance, twenty at once, is made once', async () => {
    await db().query(`INSERT INTO setting (key, value) VALUES ('transfer_second_approval_above', '100000000')
      ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
    const { forgetSettings } = await import('#lib/domain/settings/queries.ts')
    forgetSettings()
    const all = await Promise.all(Array.from({ length: 20 }, () => revenueToPrizes(100_000)))
    await db().query(`DELETE FROM setting WHERE key = 'transfer_second_approval_above'`)
    forgetSettings()
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ body }) => body.code === 'insufficient_balance')).toHaveLength(19)
    expect([await balanceOf('platform_revenue'), await balanceOf('prize_pool')]).toEqual([0n, 10_000_000n])
  })

  test('to and fro at once never waits in a circle', async () => {
    await revenueToPrizes(40_000)
    const [revenue, prizes] = [await wallet('platform_revenue'), await wallet('prize_pool')]
    const order = (there: boolean) =>
      transfer({
        source_wallet_id: there ? revenue.id : prizes.id,
        destination_wallet_id: there ? prizes.id : revenue.id,
        amount: 10,
        description: '',
      })
    const all = await Promise.all(Array.from({ length: 20 }, (_, turn) => order(turn % 2 === 0)))
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await balanceOf('prize_pool')).toBe(4_000_000n)
  })
})

describe('a transfer above the threshold', () => {
  test('is more than the setting says: exactly so much one may move alone', async () => {
    expect(await revenueToPrizes(50_000)).toMatchObject({ status: 200, body: { status: 'completed' } })
  })

  test('is confirmed by the second, never by the first, and once', async () => {
    const { status, body } = await revenueToPrizes(50_000.01)
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { status: 'waiting', source: { amount: 100_000 }, decided_by: null, can_approve: false },
    })
    expect(await balanceOf('prize_pool')).toBe(0n)
    expect(await decide('approveTransfer', body.id, first)).toMatchObject({
      status: 403,
      body: { code: 'own_transfer' },
    })
    expect((await listed({ status: 'waiting' }, second)).find(({ id }) => id === body.id)).toMatchObject({
      can_approve: true,
    })
    const both = await Promise.all([
      decide('approveTransfer', body.id, second),
      decide('approveTransfer', body.id, second),
    ])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(both.find((answer) => answer.status === 200)?.body).toMatchObject({
      status: 'completed',
      source: { amount: 49_999.99 },
      destination: { amount: 50_000.01 },
      requested_by: first.user.username,
      decided_by: second.user.username,
    })
    expect(await audited(body.id)).toMatchObject([
      { actor_id: first.user.id, action: 'transfer.requested' },
      {
        actor_id: second.user.id,
        action: 'transfer.completed',
        before: { prize_pool: 0 },
        after: { prize_pool: 50_000.01 },
      },
    ])
  })

  test('of two approvers at once one moves the money', async () => {
    const third = await signInAs('super_admin')
    const { body } = await revenueToPrizes(60_000)
    const both = await Promise.all([
      decide('approveTransfer', body.id, second),
      decide('approveTransfer', body.id, third),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balanceOf('prize_pool')).toBe(6_000_000n)
  })

  test('is looked at again when it is confirmed: what is gone meanwhile cannot be moved', async () => {
    const { body } = await revenueToPrizes(60_000)
    await revenueToPrizes(50_000)
    expect(await decide('approveTransfer', body.id, second)).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance' },
    })
    expect(await listed({ status: 'waiting' })).toContainEqual(expect.objectContaining({ id: body.id }))
    expect(await decide('rejectTransfer', body.id, second, { reason: 'Too late' })).toMatchObject({
      status: 200,
      body: { status: 'rejected' },
    })
    expect(await decide('approveTransfer', body.id, second)).toMatchObject({ status: 409 })
  })

  test('may be called off by who has asked for it', async () => {
    const { body } = await revenueToPrizes(60_000)
    expect(await decide('rejectTransfer', body.id, first)).toMatchObject({ status: 200 })
    expect(await audited(body.id)).toMatchObject([
      { action: 'transfer.requested' },
      { action: 'transfer.rejected', before: { status: 'waiting' }, after: { status: 'rejected' } },
    ])
    expect(await balanceOf('prize_pool')).toBe(0n)
  })

  test('is written down for good: the product can not change what was asked for', async () => {
    const { body } = await revenueToPrizes(60_000)
    await expect(db().query('UPDATE fund_transfer SET amount = 1 WHERE id = $1', [body.id])).rejects.toThrow(
      'permission denied',
    )
    await expect(
      db().query(
        `UPDATE fund_transfer SET state = 'completed', decided_by = requested_by, decided_at = now(), source_after = 0,
          destination_after = 0 WHERE id = $1`,
        [body.id],
      ),
    ).rejects.toThrow('fund_transfer_two_people')
    await decide('rejectTransfer', body.id, first)
  })

  test('that nobody knows is not found', async () => {
    expect((await decide('approveTransfer', newId(), second)).status).toBe(404)
    expect((await decide('approveTransfer', 'nothing', second)).status).toBe(404)
  })
})

test('nobody but super admins may see or move any of it', async () => {
  for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const) {
    const { access } = await signInAs(role)
    for (const name of ['wallets', 'transfers'] as const) {
      const route = await loadRoute(contract.admin[name])
      expect((await send(route.GET, { access })).status).toBe(403)
    }
    const route = await loadRoute(contract.admin.transfer)
    expect((await send(route.POST, { method: 'POST', body: {}, access })).status).toBe(403)
  }
})
