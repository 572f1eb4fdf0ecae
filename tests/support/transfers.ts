// Transfers between system wallets. The books are checked after each test.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { FundTransfer, SystemWalletList, WalletItem } from '#lib/contract/transfers/calls.ts'
import { now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'
import { royaltyInvariants } from '#lib/domain/royalties/invariants.ts'
import { transferInvariants } from '#lib/domain/transfers/invariants.ts'
import { asOwner } from './owner.ts'
import { signInAs } from './people.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'

export const admins = {} as { first: SignedIn; second: SignedIn }

/** Starts each test with KES 100,000 of revenue and an empty prize pool. */
export function setUpTransfers(): void {
  beforeAll(async () => {
    admins.first = await signInAs('super_admin')
    admins.second = await signInAs('super_admin')
  })
  beforeEach(async () => {
    // Moves earlier transfers to another day, because amounts that one person moves alone are limited per
    // day.
    await asOwner((owner) =>
      owner.query(`UPDATE fund_transfer SET requested_at = requested_at - interval '2 days'`),
    )
    await move('prize_pool', 'platform_revenue', await balanceOf('prize_pool'))
    await move('platform_revenue', 'mpesa_collection', await balanceOf('platform_revenue'))
    await move('mpesa_collection', 'platform_revenue', 10_000_000n)
  })
  afterEach(async () => {
    const invariants = [...ledgerInvariants, ...transferInvariants, ...royaltyInvariants]
    expect(await brokenInvariants(db(), invariants)).toEqual([])
  })
  afterAll(async () => {
    await Promise.all([closeDb(), closeRedis(), closeQueues()])
  })
}

export async function balanceOf(kind: SystemAccountKind): Promise<bigint> {
  const [row] = await rows<{ cents: bigint }>(
    db(),
    'SELECT sum(posted)::bigint AS cents FROM account WHERE kind = $1 AND owner_id IS NULL',
    [kind],
  )
  return row?.cents ?? 0n
}

async function move(from: SystemAccountKind, to: SystemAccountKind, amount: bigint): Promise<void> {
  if (amount === 0n) return
  const accounts = await systemAccounts()
  await postJournals(db(), [
    {
      key: `test:${newId()}`,
      type: 'test',
      sourceType: 'test',
      sourceId: newId(),
      actor: 'test',
      occurredAt: now(),
      entries: [
        { accountId: systemAccount(accounts, from), amount: -amount },
        { accountId: systemAccount(accounts, to), amount },
      ],
    },
  ])
}

export async function wallets(): Promise<SystemWalletList> {
  const route = await loadRoute(contract.admin.wallets)
  return (await send(route.GET, { access: admins.first.access })).json()
}
export async function wallet(kind: SystemAccountKind): Promise<WalletItem> {
  const found = (await wallets()).results.find(({ wallet_type }) => wallet_type === kind)
  if (!found) throw new Error(`no wallet ${kind}`)
  return found
}

type Sent = { by?: SignedIn; key?: string }
export async function transfer(body: Record<string, unknown>, { by = admins.first, key }: Sent = {}) {
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
export async function revenueToPrizes(amount: unknown, sent: Sent = {}) {
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
export async function decide(
  word: 'approveTransfer' | 'rejectTransfer',
  id: string,
  by: SignedIn,
  body: unknown = {},
) {
  const route = await loadRoute(contract.admin[word])
  const response = await send(route.POST, { method: 'POST', params: { id }, access: by.access, body })
  return { status: response.status, body: await response.json() }
}
export async function listed(query: Record<string, string>, by = admins.first): Promise<FundTransfer[]> {
  const route = await loadRoute(contract.admin.transfers)
  return (await (await send(route.GET, { query, access: by.access })).json()).results
}
export const transferAudit = (id: string) =>
  rows(
    db(),
    'SELECT actor_id, action, before, after, address FROM audit_event WHERE subject_id = $1 ORDER BY id',
    [id],
  )
