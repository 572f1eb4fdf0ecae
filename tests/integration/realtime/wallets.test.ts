// The sockets of money, with real payments behind them: what they say is compared with what the calls say.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SystemWallet } from '#lib/contract/sockets.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'
import { db } from '#lib/core/db.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import { systemWalletsChanged } from '#lib/domain/ledger/events.ts'
import { listSystemWallets } from '#lib/domain/ledger/system-wallets.ts'
import { findWallet } from '#lib/domain/wallets/queries.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { untilListening } from '#tests/support/feed.ts'
import { newPhone, order, setUpMoney, untilState } from '#tests/support/money.ts'
import { asOwner } from '#tests/support/owner.ts'
import { makeDue, newEarner, untilPayout, withdrawn, workPayouts } from '#tests/support/payouts.ts'
import { signInAs } from '#tests/support/people.ts'
import { until } from '#tests/support/until.ts'
import { type Listener, listen, refusal } from './listener.ts'

const money = setUpMoney()
let server: RealtimeServer

beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  await untilListening()
})
afterAll(() => server.close())

const listenTo = (access: string, channel = 'wallet', { port } = server) =>
  listen(port, `/ws/${channel}/?token=${access}`)

/** A server whose clocks stand still: it looks for nothing that it is not told of. */
async function startWithoutClocks(): Promise<RealtimeServer> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const starting = startRealtime({ host: '127.0.0.1', port: 0 })
  // It has set its clocks before it first waits for anything, so that nobody else in this process gets such a one.
  vi.useRealTimers()
  const started = await starting
  onTestFinished(() => started.close())
  return started
}

function walletsOf({ messages }: Listener): Wallet[] {
  return messages.flatMap((message) => (message.type === 'wallet_update' ? [message.data] : []))
}

function systemWalletsOf({ messages }: Listener): SystemWallet[][] {
  return messages.flatMap((message) => (message.type === 'system_wallets_update' ? [message.data] : []))
}

/** Who is told at most so often has no more messages than this, the first one and a late one included. */
function mostMessages({ arrivals }: Listener, eachSecond: number): number {
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1_000
  return Math.ceil(seconds * eachSecond) + 2
}

async function deactivate(userId: string): Promise<void> {
  await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [userId])
}

describe('the socket of a wallet', () => {
  test('is refused without a good token, to those who have no wallet, and from other sites', async () => {
    for (const path of ['/ws/wallet/', '/ws/wallet?token=', '/ws/wallet/?token=nonsense'])
      expect(await refusal(server.port, path), path).toBe(401)
    const { access } = await signInAs('dancer')
    for (const role of ['compliance_officer', 'super_admin'] as const)
      expect(await refusal(server.port, `/ws/wallet/?token=${(await signInAs(role)).access}`), role).toBe(403)
    expect(await refusal(server.port, `/ws/wallet/more/?token=${access}`)).toBe(404)
    const elsewhere = { origin: 'https://elsewhere.test' }
    expect(await refusal(server.port, `/ws/wallet/?token=${access}`, elsewhere)).toBe(403)
  })

  test('shows the wallet, then a gift as soon as it counts: to its dancer and its musician, to nobody else', async () => {
    const [dancer, musician, other] = [
      await signInAs('dancer'),
      await signInAs('copyright_owner'),
      await signInAs('dancer'),
    ]
    const video = await money.video({ dancerId: dancer.user.id, musicianId: musician.user.id })
    // The look that is taken every fifteen seconds would show the gift as well.
    const told = await startWithoutClocks()
    const readers = await Promise.all(
      [dancer, musician, other].map(({ access }) => listenTo(access, 'wallet', told)),
    )
    await until('the snapshots', () => readers.every(({ messages }) => messages.length === 1))
    expect(walletsOf(readers[0] as Listener)).toEqual([await findWallet(dancer.user.id)])
    // Twice: a server that has just begun to hear looks once at what it may have missed.
    for (const votes of [1, 2]) {
      await untilState(await order(video, newPhone()), 'credited')
      for (const reader of readers.slice(0, 2))
        await reader.untilHeard('wallet_update', ({ data }) => data.balance === votes * 15)
    }
    expect(walletsOf(readers[1] as Listener).at(-1)).toEqual(await findWallet(musician.user.id))
    expect(readers[2]?.messages).toHaveLength(1)
  })

  test('tells of many gifts twice a second, and ends with all of them', async () => {
    const dancer = await signInAs('dancer')
    const video = await money.video({ dancerId: dancer.user.id })
    const reader = await listenTo(dancer.access)
    await Promise.all(
      Array.from({ length: 24 }, async () => untilState(await order(video, newPhone()), 'credited')),
    )
    await reader.untilHeard('wallet_update', ({ data }) => data.transaction_count === 24)
    expect(walletsOf(reader).at(-1)).toEqual(await findWallet(dancer.user.id))
    expect(walletsOf(reader).at(-1)).toMatchObject({ balance: 360, total_earnings: 360 })
    expect(walletsOf(reader).length).toBeLessThanOrEqual(mostMessages(reader, 2))
  })

  test('follows a withdrawal from the hold to the payment, also where the balance stands still', async () => {
    const earner = await newEarner(money)
    const reader = await listenTo(earner.access)
    const reference = await withdrawn(earner, 100)
    await reader.untilHeard('wallet_update', ({ data }) => data.held === 100 && data.balance === 50)
    await makeDue(reference)
    await workPayouts()
    await untilPayout(reference, 'paid')
    const { data } = await reader.untilHeard('wallet_update', ({ data }) => data.transaction_count === 2)
    expect(data).toEqual(await findWallet(earner.id))
    expect(data).toMatchObject({ balance: 50, held: 0 })
    const next = await withdrawn(earner, 10)
    await reader.untilHeard('wallet_update', ({ data }) => data.held === 10)
    const heard = walletsOf(reader)
    // Not to be sent before next year: the worker's clock would pay it within a quarter of a minute otherwise.
    await asOwner((owner) =>
      owner.query(
        `UPDATE payout SET state = 'approved', next_check_at = created_at + interval '1 year' WHERE reference = $1`,
        [next],
      ),
    )
    await transaction((tx) => emit(tx, membersChanged, { user_ids: [earner.id] }))
    await until('the same wallet again', () => walletsOf(reader).length > heard.length)
    expect(walletsOf(reader).slice(heard.length)).toEqual([heard.at(-1)])
  })
})

describe('the socket of the system wallets', () => {
  test('is refused to everybody but super admins', async () => {
    for (const path of ['/ws/system-wallets/', '/ws/system-wallets/?token=nonsense'])
      expect(await refusal(server.port, path), path).toBe(401)
    for (const role of ['dancer', 'copyright_owner', 'compliance_officer'] as const) {
      const { access } = await signInAs(role)
      expect(await refusal(server.port, `/ws/system-wallets/?token=${access}`), role).toBe(403)
    }
  })

  test('shows all of them, then what gifts and withdrawals make of them, once a second', async () => {
    const reader = await listenTo((await signInAs('super_admin')).access, 'system-wallets')
    reader.socket.send(JSON.stringify({ type: 'ping', timestamp: Date.now() }))
    await reader.untilHeard('pong')
    const [before] = systemWalletsOf(reader)
    expect(before?.map(({ wallet_type }) => wallet_type)).toEqual([
      'mpesa_collection',
      'mpesa_payout',
      'mpesa_float',
      'bank',
      'platform_revenue',
      'prize_pool',
      'royalty_pool',
      'withdrawals_held',
      'suspense',
      'owner_funds',
      'mpesa_charges',
      'bank_charges',
      'withholding_tax',
    ])
    expect(before).toEqual(await listSystemWallets())
    const earner = await newEarner(money, 10)
    await withdrawn(earner, 100)
    const after = await until('both', () => {
      const newest = systemWalletsOf(reader).at(-1)
      return balanceOf(newest, 'withdrawals_held') === balanceOf(before, 'withdrawals_held') + 100 && newest
    })
    const grown = (kind: string) => balanceOf(after, kind) - balanceOf(before, kind)
    expect([grown('mpesa_collection'), grown('platform_revenue')]).toEqual([500, 200])
    expect(after).toEqual(await listSystemWallets())
    expect(systemWalletsOf(reader).length).toBeLessThanOrEqual(mostMessages(reader, 1))
  })

  test('says nothing where nothing has moved', async () => {
    const { access } = await signInAs('super_admin')
    const reader = await listenTo(access, 'system-wallets')
    await transaction((tx) => emit(tx, systemWalletsChanged, {}))
    await newEarner(money, 1)
    await until('the gift', () => systemWalletsOf(reader).length > 1)
    expect(systemWalletsOf(reader)).toHaveLength(2)
  })
})

test('the sockets of a deactivated user are closed within five seconds, and no new one is opened', async () => {
  const people = [await signInAs('dancer'), await signInAs('super_admin'), await signInAs('super_admin')]
  const channels = ['wallet', 'system-wallets', 'system-wallets']
  const readers = await Promise.all(people.map(({ access }, index) => listenTo(access, channels[index])))
  const at = performance.now()
  for (const { user } of people.slice(0, 2)) await deactivate(user.id)
  expect(await Promise.all(readers.slice(0, 2).map(({ closed }) => closed))).toEqual([1008, 1008])
  expect(performance.now() - at).toBeLessThan(5_000)
  expect(readers[2]?.socket.readyState).toBe(1)
  await until('the door is shut', async () => {
    const status = await refusal(server.port, `/ws/wallet/?token=${people[0]?.access}`).catch(() => 0)
    return status === 401
  })
})

function balanceOf(wallets: readonly SystemWallet[] | undefined, kind: string): number {
  return wallets?.find(({ wallet_type }) => wallet_type === kind)?.balance ?? Number.NaN
}
