import { sql } from 'kysely'
import type { z } from 'zod'
import type { systemWallet } from '#lib/contract/sockets.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import { type SystemAccountKind, systemAccountKinds } from './schema.ts'

/**
 * The balance of each system wallet in cents, in the chart's order and with its sign (README.md).
 * Money that is held for withdrawals still lies on people's wallets, so that balance is the sum of their holds.
 */
export async function readSystemBalances(): Promise<Map<SystemAccountKind, Cents>> {
  const accounts = kysely(db()).selectFrom('account')
  const found = await accounts
    .where('ownerId', 'is', null)
    .where('kind', '<>', 'withdrawals_held')
    .select(['kind', 'posted as balance'])
    .unionAll(
      accounts
        // As a constant, because the index of holds is of no others.
        .where('held', '>', sql.lit(0n))
        .select((eb) => [
          sql<string>`'withdrawals_held'`.as('kind'),
          eb.cast<bigint>(eb.fn.coalesce(eb.fn.sum('held'), sql`0`), 'int8').as('balance'),
        ]),
    )
    .execute()
  const balances = new Map(found.map(({ kind, balance }) => [kind, balance]))
  return new Map(systemAccountKinds.map((kind) => [kind, balances.get(kind) ?? 0n]))
}

/**
 * A balance as people read it. Money that M-Pesa holds for us lies below zero in the ledger, on the side of what is owed to us:
 * here it reads as money that we have. Whatever is below zero here is wrong.
 */
export function byNormalSide(kind: string, cents: Cents): Cents {
  return kind === 'mpesa_collection' ? -cents : cents
}

/** The system's own wallets as the desk sees them, each by its normal side. */
export async function listSystemWallets(): Promise<z.input<typeof systemWallet>[]> {
  return [...(await readSystemBalances())].map(([kind, balance]) => ({
    wallet_type: kind,
    balance: toShillings(byNormalSide(kind, balance)),
    display_name: say(`wallet.${kind}`),
  }))
}
