import { describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Wallet, WalletTransaction } from '#lib/contract/wallets/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable } from '#lib/core/db.ts'
import type { Page } from '#lib/core/paging.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { listWallets } from '#lib/domain/transfers/queries.ts'
import { presentWallet, readWalletBooks, type WalletBook } from '#lib/domain/wallets/book.ts'
import { walletInvariants } from '#lib/domain/wallets/invariants.ts'
import { snapshotWallets } from '#lib/domain/wallets/snapshots.ts'
import { newPhone, order, setUpMoney, untilState, viewGift } from '#tests/support/money.ts'
import { asOwner, countWaiting } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()
const mine = await loadRoute(contract.wallets.mine)
const listed = await loadRoute(contract.wallets.transactions)

async function readWallet(access: string): Promise<Wallet[]> {
  const answer = await send(mine.GET, { access })
  expect(answer.status).toBe(200)
  return answer.json()
}

async function readPage(access: string, query = {}): Promise<Page<WalletTransaction>> {
  const answer = await send(listed.GET, { access, query })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Moves money between our own revenue and a wallet. */
async function move(
  type: string,
  key: string,
  ownerId: string,
  cents: bigint,
  source: [string, string],
  on: Queryable = db(),
) {
  const accounts = await firstRow<{ wallet: bigint; revenue: bigint }>(
    db(),
    `SELECT (SELECT id FROM account WHERE owner_id = $1) AS wallet,
       (SELECT id FROM account WHERE kind = 'platform_revenue' ORDER BY posted DESC LIMIT 1) AS revenue`,
    [ownerId],
  )
  if (!accounts) throw new Error('no accounts')
  const entries = [
    { accountId: accounts.revenue, amount: -cents },
    { accountId: accounts.wallet, amount: cents },
  ]
  const [sourceType, sourceId] = source
  await postJournals(on, [{ key, type, sourceType, sourceId, actor: 'system', occurredAt: now(), entries }])
}

describe('a wallet', () => {
  test('is empty at first, and staff have none', async () => {
    const [dancer, officer] = await Promise.all([signInAs('dancer'), signInAs('compliance_officer')])
    expect(await readWallet(dancer.access)).toEqual([
      {
        id: expect.any(Number),
        balance: 0,
        held: 0,
        total_earnings: 0,
        total_votes_spent: 0,
        transaction_count: 0,
        last_transaction_date: null,
        wallet_type: 'dancer',
        withdrawals_frozen: false,
      },
    ])
    expect(await readPage(dancer.access)).toEqual({ count: 0, next: null, previous: null, results: [] })
    expect((await send(mine.GET, { access: officer.access })).status).toBe(403)
  })

  test('tells what came in from gifts, prizes and royalties, newest first', async () => {
    const dancer = await signInAs('dancer')
    const video = await money.video({ dancerId: dancer.user.id })
    const phone = newPhone()
    await untilState(await order(video, phone, 3), 'credited')
    const { id } = money.month
    await move('prize', `prize:${id}:2`, dancer.user.id, 1_050n, ['challenge', id])
    await db().query(
      `INSERT INTO challenge_result (challenge_id, rank, dancer_id, video_id, vote_count, prize) VALUES ($1, 2, $2, $3, 3, 1050)`,
      [id, dancer.user.id, video.id],
    )
    await move('withdrawal', `withdrawal:${dancer.user.id}`, dancer.user.id, -2_000n, ['withdrawal', 'w'])

    const [wallet] = await readWallet(dancer.access)
    expect(wallet).toMatchObject({ balance: 35.5, held: 0, total_earnings: 55.5, transaction_count: 3 })
    const { count, results } = await readPage(dancer.access)
    expect(count).toBe(3)
    expect(results).toMatchObject([
      { type: 'withdrawal', amount: -20, balance_after: 35.5, description: 'Withdrawal to M-PESA' },
      {
        type: 'prize',
        amount: 10.5,
        balance_after: 55.5,
        description: 'Prize for rank 2, The month',
        reference: '',
      },
      {
        type: 'gift',
        amount: 45,
        balance_after: 45,
        description: '3 gifts for “A dance”',
        status: 'completed',
        reference: money.paymentsOf(phone)[0]?.receipt,
      },
    ])
    expect(wallet?.last_transaction_date).toBe(results[0]?.created_at)
  })

  test('counts what is held apart from what can be spent', async () => {
    const dancer = await signInAs('dancer')
    const video = await money.video({ dancerId: dancer.user.id })
    await untilState(await order(video, newPhone(), 2), 'credited')
    const { id: accountId } = (await readWallet(dancer.access))[0] ?? {}
    await asOwner((owner) => owner.query('UPDATE account SET held = 1000 WHERE id = $1', [accountId]))
    expect(await readWallet(dancer.access)).toMatchObject([{ balance: 20, held: 10, total_earnings: 30 }])
    await asOwner((owner) => owner.query('UPDATE account SET held = 0 WHERE id = $1', [accountId]))
  })
})

test('a dance without a title is named after its song and dancer, in the wallet and to who gave for it', async () => {
  const dancer = await signInAs('dancer')
  const video = await money.video({ dancerId: dancer.user.id })
  await db().query(`UPDATE video SET title = '' WHERE id = $1`, [video.id])
  const id = await order(video, newPhone())
  await untilState(id, 'credited')
  const name = `A song – ${dancer.user.username}`
  expect((await readPage(dancer.access)).results[0]).toMatchObject({ description: `1 gift for “${name}”` })
  expect(await viewGift(id)).toMatchObject({ video_title: name })
})

test('pages neither repeat nor skip an entry, and end', async () => {
  const musician = await signInAs('copyright_owner')
  const video = await money.video({ musicianId: musician.user.id })
  for (let n = 0; n < 5; n++) await untilState(await order(video, newPhone()), 'credited')
  const pages = []
  for (const page of ['1', '2', '3']) pages.push(await readPage(musician.access, { page, page_size: '2' }))
  const ids = pages.flatMap(({ results }) => results.map(({ id }) => id))
  expect(new Set(ids).size).toBe(5)
  expect(pages.map(({ next }) => next !== null)).toEqual([true, true, false])
  expect(pages[1]?.previous).toContain('/api/wallet/api/transactions/?page=1&page_size=2')
  const past = await send(listed.GET, { access: musician.access, query: { page: '4', page_size: '2' } })
  expect([past.status, await past.json()]).toEqual([
    404,
    { detail: 'This page doesn’t exist.', code: 'not_found' },
  ])
})

test('a known wallet is read on from where it was, also past a journal that came later with a lower id', async () => {
  const dancer = await signInAs('dancer')
  const { id } = dancer.user
  const read = async (known?: WalletBook) => {
    const book = (await readWalletBooks([id], new Map(known && [[id, known]]))).get(id)
    if (!book) throw new Error('no wallet')
    return book
  }
  const opened = await read()
  const video = await money.video({ dancerId: id })
  await untilState(await order(video, newPhone(), 2), 'credited')
  const known = await read(opened)
  expect(presentWallet(known)).toMatchObject({ balance: 30, total_earnings: 30, transaction_count: 1 })
  const [early, late] = await asOwner((first) =>
    asOwner(async (second) => {
      await Promise.all([first, second].map((one) => one.query('BEGIN')))
      await first.query(
        `SELECT 1 FROM account WHERE owner_id = $1 OR kind = 'platform_revenue' ORDER BY id FOR UPDATE`,
        [id],
      )
      const waiting = move('withdrawal', `withdrawal:${id}:lower`, id, -400n, ['withdrawal', 'w'], second)
      await asOwner((owner) => until('it waits for the wallet', async () => (await countWaiting(owner)) > 0))
      await move('withdrawal', `withdrawal:${id}:higher`, id, -300n, ['withdrawal', 'w'], first)
      await first.query('COMMIT')
      await waiting
      const between = await read(known)
      await second.query('COMMIT')
      return [between, await read(between)]
    }),
  )
  expect([early?.count, late?.count]).toEqual([2, 3])
  expect(late && presentWallet(late)).toMatchObject({ balance: 23, total_earnings: 30 })
  expect(late).toMatchObject(await read())
})

test('a wallet and its list are the same by a snapshot as by all entries, and a wrong snapshot is named', async () => {
  const dancer = await signInAs('dancer')
  const { id } = dancer.user
  const readAll = async () => [
    (await listWallets(id)).results.map(({ wallet_type, transaction_count, last_transaction }) => [
      wallet_type,
      transaction_count,
      last_transaction,
    ]),
    await readWallet(dancer.access),
    await readPage(dancer.access),
    (await readWalletBooks([id])).get(id)?.lastJournal,
  ]
  const video = await money.video({ dancerId: id })
  await untilState(await order(video, newPhone(), 2), 'credited')
  await move('withdrawal', `withdrawal:${id}:first`, id, -400n, ['withdrawal', 'w'])
  const before = await readAll()
  await snapshotWallets(0)
  expect(await readAll()).toEqual(before)

  await untilState(await order(video, newPhone(), 3), 'credited')
  expect(await readWallet(dancer.access)).toMatchObject([
    { balance: 71, total_earnings: 75, transaction_count: 3 },
  ])
  expect(await readPage(dancer.access)).toMatchObject({ count: 3 })
  const after = await readAll()
  await snapshotWallets(0)
  expect(await readAll()).toEqual(after)
  expect(await brokenInvariants(db(), walletInvariants)).toEqual([])

  const account = (await readWallet(dancer.access))[0]?.id
  const change = (sums: string) =>
    db().query(`UPDATE wallet_snapshot SET ${sums} WHERE account_id = $1`, [account])
  await change('amount = amount + 100')
  expect(await brokenInvariants(db(), walletInvariants)).toEqual([
    `Broken: the snapshot of a wallet is the sum of its entries until then: ${account} has 7200, entries 7100`,
  ])
  // Sums that do not make up the balance are not believed.
  expect(await readWallet(dancer.access)).toEqual(after[1])
  await change('amount = amount - 100, earned = earned + 100')
  expect(await brokenInvariants(db(), walletInvariants)).toHaveLength(1)
  await change('earned = earned - 100')
})
