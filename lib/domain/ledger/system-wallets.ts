import { sql } from 'kysely'
import type { z } from 'zod'
import type { systemWallet } from '#lib/contract/sockets.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { say } from '#lib/core/sentence.ts'
import { type SystemAccountKind, systemAccountKinds } from './schema.ts'

/**
 * The balance of each system wallet in cents, in the chart's order and with its sign (README.md).
 * Money that is held for withdrawals still lies on people's wallets, so that balance is the sum of the held withdrawals.
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
        // Accounts also hold shares of gifts about which a signal is open.
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

/** Accounts of what we have, and of what it cost: they lie below zero in the ledger. */
const debitKinds: readonly string[] = [
  'mpesa_collection',
  'mpesa_float',
  'bank',
  'mpesa_charges',
  'bank_charges',
] satisfies SystemAccountKind[]

/**
 * A balance as people read it. Money that M-Pesa or the bank hold for us lies below zero in the ledger, on the side of what is owed to
 * us: here it reads as money that we have. Most of what is below zero here is wrong; the owner can have taken out more than they put in.
 */
export function byNormalSide(kind: string, cents: Cents): Cents {
  return debitKinds.includes(kind) ? -cents : cents
}

/** The system's own wallets as the desk sees them, each by its normal side. */
export async function listSystemWallets(): Promise<z.input<typeof systemWallet>[]> {
  return [...(await readSystemBalances())].map(([kind, balance]) => ({
    wallet_type: kind,
    balance: toShillings(byNormalSide(kind, balance)),
    display_name: say(`wallet.${kind}`),
  }))
}
