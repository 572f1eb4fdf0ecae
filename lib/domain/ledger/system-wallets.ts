import { sql } from 'kysely'
import type { z } from 'zod'
import type { systemWallet } from '#lib/contract/sockets.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import { onOwnSide } from './chart.ts'
import { type SystemAccountKind, systemAccountKinds } from './schema.ts'

/**
 * Reads balances in cents, in the order of `systemAccountKinds`, signed as in the ledger (README.md). Money
 * held for withdrawals stays in people's wallets, so `withdrawals_held` is the sum of held payouts.
 */
export async function readSystemBalances(on: Queryable = db()): Promise<Map<SystemAccountKind, Cents>> {
  const accounts = kysely(on).selectFrom('account')
  const found = await accounts
    .where('ownerId', 'is', null)
    .where('kind', '<>', 'withdrawals_held')
    .select(['kind', 'posted as balance'])
    .unionAll(
      kysely(db())
        .selectFrom('payout')
        // Not the accounts' `held`, which also includes shares of gifts with an open signal.
        .where((eb) => eb.ref('isHeld'))
        .select((eb) => [
          sql<string>`'withdrawals_held'`.as('kind'),
          eb.cast<bigint>(eb.fn.coalesce(eb.fn.sum('amount'), sql`0`), 'int8').as('balance'),
        ]),
    )
    .execute()
  const balances = new Map(found.map(({ kind, balance }) => [kind, balance]))
  return new Map(systemAccountKinds.map((kind) => [kind, balances.get(kind) ?? 0n]))
}

/**
 * Signs a balance as people read it: money at M-Pesa or the bank is negative in the ledger, positive here. A
 * negative result is an error, except for the owner's funds, if the owner took out more than they put in.
 */
export function byNormalSide(kind: string, cents: Cents): Cents {
  // Paid-out money reads as a positive sum, although the account is an asset.
  return kind === 'mpesa_payout' ? cents : onOwnSide(kind, cents)
}

export async function listSystemWallets(): Promise<z.input<typeof systemWallet>[]> {
  return [...(await readSystemBalances())].map(([kind, balance]) => ({
    wallet_type: kind,
    balance: toShillings(byNormalSide(kind, balance)),
    display_name: say(`wallet.${kind}`),
  }))
}
