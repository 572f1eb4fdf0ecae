// Wallets and fund transfers (docs/api.md, Admin).
import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { systemAccountKinds } from '#lib/domain/ledger/schema.ts'
import { addPerson } from '#tests/support/contest.ts'
import { asOwner } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import {
  admins,
  balanceOf,
  revenueToPrizes,
  setUpTransfers,
  transfer,
  transferAudit,
  wallet,
  wallets,
} from '#tests/support/transfers.ts'

setUpTransfers()

describe('the wallets', () => {
  test('are those of the chart, each as documented, with integer ids and what moved it last', async () => {
    const { count, results, second_approval_above } = await wallets()
    expect({ count, second_approval_above }).toEqual({
      count: systemAccountKinds.length,
      second_approval_above: 50_000,
    })
    expect(results.map(({ wallet_type }) => wallet_type)).toContain('withdrawals_held')
    const revenue = results.find(({ wallet_type }) => wallet_type === 'platform_revenue')
    expect(revenue).toEqual({
      id: expect.any(Number),
      wallet_type: 'platform_revenue',
      wallet_type_display: 'Platform revenue',
      amount: 100_000,
      transaction_count: expect.any(Number),
      last_transaction: { type: 'test', amount: 100_000 },
      updated_at: expect.stringMatching(/Z$/),
      transferable: 100_000,
    })
    const prizes = results.find(({ wallet_type }) => wallet_type === 'prize_pool')
    expect(prizes).toMatchObject({ amount: 0, transferable: 0 })
    const collection = results.find(({ wallet_type }) => wallet_type === 'mpesa_collection')
    expect(collection).toMatchObject({ transferable: null })
  })

  test('name the withdrawal that was asked for last, whatever its id', async () => {
    const dancer = await addPerson('dancer')
    const asked = (id: string, cents: number, ago: string) =>
      asOwner((owner) =>
        owner.query(
          `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, approve_after, closed_at, created_at)
            SELECT $1::uuid, $1::text, $2, a.id, $3, '254733999999', 'failed', now(), now(), now() - $4::interval
            FROM account a WHERE a.owner_id = $2`,
          [id, dancer, cents, ago],
        ),
      )
    await asked('ffffffff-ffff-8fff-bfff-ffffffffffff', 30_000, '2 days')
    await asked('00000000-0000-8000-8000-000000000001', 20_000, '1 hour')
    expect(await wallet('withdrawals_held')).toMatchObject({
      last_transaction: { type: 'withdrawal', amount: 200 },
    })
  })
})

describe('a transfer', () => {
  test('moves the money at once, and says what both wallets hold then', async () => {
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
    expect(await transferAudit(body.id)).toEqual([
      {
        actor_id: admins.first.user.id,
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
    ['a source in words', { source_wallet_id: '2' }, 'source_wallet_id', 'Enter a valid number.'],
    ['a source that is no wallet', { source_wallet_id: 999_999 }, 'source_wallet_id'],
    ['no destination', { destination_wallet_id: undefined }, 'destination_wallet_id'],
    ['no amount', { amount: undefined }, 'amount', 'This field is required.'],
    ['an amount in words', { amount: '50' }, 'amount', 'Enter a valid number.'],
    ['nothing', { amount: 0 }, 'amount', 'The amount must be more than 0.'],
    ['less than nothing', { amount: -5 }, 'amount', 'The amount must be more than 0.'],
    ['half a cent', { amount: 1.005 }, 'amount', 'Use at most two decimals.'],
    ['an endless amount', { amount: 1e21 }, 'amount'],
    ['a novel', { description: 'x'.repeat(201) }, 'description'],
  ])('is refused by the field with %s', async (_what, wrong, field, sentence?: string) => {
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
    if (sentence) expect(body.errors[field]).toEqual([sentence])
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
      body: { error: 'Transfers by hand aren’t possible for M-PESA collection.', code: 'not_transferable' },
    })
    expect(await revenueToPrizes(100_000.01)).toMatchObject({
      status: 400,
      body: { error: 'Platform revenue has only KES 100,000 to transfer.', code: 'insufficient_balance' },
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

  test('is made once for its key, too, where the process died before its answer was kept', async () => {
    const key = newId()
    const one = await revenueToPrizes(100, { key })
    await db().query('DELETE FROM idempotent_answer WHERE key = $1', [key])
    expect(await revenueToPrizes(100, { key })).toEqual(one)
    expect(await balanceOf('prize_pool')).toBe(10_000n)
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
