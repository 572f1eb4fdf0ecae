import { sql } from 'kysely'
import type { CashPosition } from '#lib/contract/cash/calls.ts'
import { addSeconds, nairobiDay, now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import type { SystemAccountKind } from '#lib/domain/ledger/schema.ts'
import { readSystemBalances } from '#lib/domain/ledger/system-wallets.ts'

/** System accounts with our own money; the others are money that we owe. */
const ownKinds: readonly SystemAccountKind[] = [
  'mpesa_collection',
  'mpesa_payout',
  'mpesa_float',
  'bank',
  'platform_revenue',
  'owner_funds',
  'mpesa_charges',
  'bank_charges',
]

/** All in cents. */
type Position = {
  readonly books: { readonly working: Cents; readonly utility: Cents; readonly bank: Cents }
  /** M-Pesa's balance minus the books, as far as payments in flight do not explain it. */
  readonly difference: { readonly working: Cents; readonly utility: Cents }
  readonly owed: {
    readonly wallets: Cents
    readonly held: Cents
    readonly refunds: Cents
    readonly prizePool: Cents
    readonly royaltyPool: Cents
    readonly other: Cents
    readonly total: Cents
  }
  /**
   * What M-Pesa holds by the books beyond what is owed, minus a shortfall found at M-Pesa. A surplus found
   * there is not added, because it is nobody's yet.
   */
  readonly free: Cents
}

export async function readPosition(on: Queryable): Promise<Position> {
  const balances = await readSystemBalances(on)
  const of = (kind: SystemAccountKind) => balances.get(kind) ?? 0n
  const sum = (kinds: Iterable<SystemAccountKind>) => [...kinds].reduce((total, kind) => total + of(kind), 0n)
  const posted = [...balances.keys()].filter((kind) => kind !== 'withdrawals_held')
  // All accounts sum to zero, so all wallets together are minus the system accounts. Held withdrawals are a
  // part of the wallets.
  const onWallets = -sum(posted)
  const systemsOwed = sum(posted.filter((kind) => !ownKinds.includes(kind)))
  const [refunds, prizePool, royaltyPool] = [of('suspense'), of('prize_pool'), of('royalty_pool')]
  const total = onWallets + systemsOwed
  const books = {
    working: -of('mpesa_collection'),
    utility: -of('mpesa_float') - of('mpesa_payout'),
    bank: -of('bank'),
  }
  const difference = await readDifference(on)
  const lack = least(difference.working) + least(difference.utility)
  return {
    books,
    difference,
    owed: {
      wallets: onWallets - of('withdrawals_held'),
      held: of('withdrawals_held'),
      refunds,
      prizePool,
      royaltyPool,
      other: systemsOwed - refunds - prizePool - royaltyPool,
      total,
    },
    free: books.working + books.utility + lack - total,
  }
}

const least = (cents: Cents) => (cents < 0n ? cents : 0n)

async function readDifference(on: Queryable) {
  const open = await kysely(on)
    .selectFrom('balanceDifference')
    .select(['account', 'amount'])
    .where('closedAt', 'is', null)
    .execute()
  const of = (wanted: string) => open.find(({ account }) => account === wanted)?.amount ?? 0n
  return { working: of('working'), utility: of('utility') }
}

/** Selects M-Pesa's newest balance; undefined before its first answer. */
function newestCheck(on: Queryable) {
  return kysely(on)
    .selectFrom('balanceCheck')
    .select(['at', 'working', 'utility', 'uncleared'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores today's cash position in place of the day's earlier one. */
export async function noteCashDay(): Promise<void> {
  const moment = now()
  const [position, told] = await Promise.all([readPosition(db()), newestCheck(db())])
  const { books, owed, free } = position
  const row = {
    notedAt: moment,
    working: told?.working ?? null,
    utility: told?.utility ?? null,
    uncleared: told?.uncleared ?? null,
    readAt: told?.at ?? null,
    bookedWorking: books.working,
    bookedUtility: books.utility,
    bank: books.bank,
    wallets: owed.wallets,
    held: owed.held,
    suspense: owed.refunds,
    prizePool: owed.prizePool,
    royaltyPool: owed.royaltyPool,
    other: owed.other,
    free,
  }
  await kysely(db())
    .insertInto('cashDay')
    .values({ day: sql<Date>`${nairobiDay(moment)}::date`, ...row })
    // If two workers note the day together, the later reading stays.
    .onConflict((conflict) => conflict.column('day').doUpdateSet(row).where('cashDay.notedAt', '<=', moment))
    .execute()
}

const DAYS_SHOWN = 30

export async function readCashPosition(): Promise<CashPosition> {
  const on = db()
  const [{ books, difference, owed, free }, told, days] = await Promise.all([
    readPosition(on),
    newestCheck(on),
    readDays(on),
  ])
  return {
    mpesa: told
      ? {
          working: toShillings(told.working),
          utility: toShillings(told.utility),
          uncleared: toShillings(told.uncleared),
          read_at: told.at.toISOString(),
        }
      : null,
    books: {
      working: toShillings(books.working),
      utility: toShillings(books.utility),
      bank: toShillings(books.bank),
    },
    difference: {
      working: toShillings(difference.working),
      utility: toShillings(difference.utility),
    },
    owed: {
      wallets: toShillings(owed.wallets),
      held: toShillings(owed.held),
      refunds: toShillings(owed.refunds),
      prize_pool: toShillings(owed.prizePool),
      royalty_pool: toShillings(owed.royaltyPool),
      other: toShillings(owed.other),
      total: toShillings(owed.total),
    },
    free: toShillings(free),
    is_short: free < 0n,
    days,
  }
}

async function readDays(on: Queryable): Promise<CashPosition['days']> {
  const since = nairobiDay(addSeconds(now(), -(DAYS_SHOWN - 1) * 86_400))
  const found = await kysely(on)
    .selectFrom('cashDay')
    .selectAll()
    .select((eb) => eb.cast<string>('day', 'text').as('date'))
    .where('day', '>=', sql<Date>`${since}::date`)
    .orderBy('day')
    .execute()
  return found.map((row) => {
    const owed = row.wallets + row.held + row.suspense + row.prizePool + row.royaltyPool + row.other
    return {
      day: row.date,
      // The sum of both, so that a shortfall at M-Pesa, which `free` contains, reduces the amount held too.
      held: toShillings(owed + row.free),
      owed: toShillings(owed),
      free: toShillings(row.free),
      bank: toShillings(row.bank),
    }
  })
}
