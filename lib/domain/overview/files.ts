import { sql } from 'kysely'
import type { UserFilters, UserItem } from '#lib/contract/accounts/user-list.ts'
import type { CsvLine } from '#lib/contract/csv.ts'
import type { PaymentFilters } from '#lib/contract/payments/payment-list.ts'
import { readableMask } from '#lib/contract/phone.ts'
import { nairobiText, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { everyRow } from '#lib/core/paging.ts'
import { say } from '#lib/core/sentence.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'
import { systemAccountKinds } from '#lib/domain/ledger/schema.ts'
import { byNormalSide, readSystemBalances } from '#lib/domain/ledger/system-wallets.ts'
import { everyPayment } from './payments.ts'
import { readUsersBefore } from './users.ts'

export const paymentColumns = [
  'asked_at_nairobi',
  'id',
  'purpose',
  'about',
  'state',
  'amount_kes',
  'receipt',
  'phone',
  'reference',
] as const

/** Newest first. Amounts are shillings; phones are masked. */
export async function exportPayments(
  filters: PaymentFilters,
  by: ExportedBy,
): Promise<AsyncGenerator<CsvLine[]>> {
  await recordExport('payments.exported', { type: 'payments', id: 'csv' }, filters, by)
  return paymentLines(filters, now())
}

async function* paymentLines(filters: PaymentFilters, upTo: Date): AsyncGenerator<CsvLine[]> {
  for await (const payments of everyPayment(filters, upTo))
    yield payments.map((row) => [
      nairobiText(new Date(row.created_at)),
      row.id,
      row.purpose ?? '',
      row.about ?? '',
      row.status,
      row.amount ?? '',
      row.receipt ?? '',
      readableMask(row.phone),
      row.reference ?? '',
    ])
}

export const walletColumns = [
  'wallet',
  'kind',
  'owner',
  'email',
  'balance_kes',
  'held_kes',
  'available_kes',
  'as_of_nairobi',
] as const

/**
 * All wallets: system accounts, then users'. Amounts are shillings. Money held for withdrawals is a part of
 * users' balances, so it is in their `held_kes` alone.
 */
export async function exportWallets(by: ExportedBy): Promise<AsyncGenerator<CsvLine[]>> {
  await recordExport('wallets.exported', { type: 'wallets', id: 'csv' }, {}, by)
  return walletLines(nairobiText(now()))
}

const AT_ONCE = 1_000

async function* walletLines(at: string): AsyncGenerator<CsvLine[]> {
  const balances = await readSystemBalances()
  const booked = systemAccountKinds.filter((kind) => kind !== 'withdrawals_held')
  yield booked.map((kind) => {
    const amount = toShillings(byNormalSide(kind, balances.get(kind) ?? 0n))
    return [kind, 'system', String(say(`wallet.${kind}`)), '', amount, 0, amount, at]
  })
  for await (const found of everyRow<PersonalWallet>(AT_ONCE, (last) => walletsAfter(last?.id ?? 0n)))
    yield found.map(({ id, kind, owner, email, posted, held }) => [
      String(id),
      kind,
      owner,
      email,
      toShillings(posted),
      toShillings(held),
      toShillings(posted - held),
      at,
    ])
}

type PersonalWallet = Awaited<ReturnType<typeof walletsAfter>>[number]

/** Reads users' wallets after an id, in order of id; closed accounts without their email. */
function walletsAfter(id: bigint) {
  return kysely(db())
    .selectFrom('account as a')
    .innerJoin('appUser as u', 'u.id', 'a.ownerId')
    .select(['a.id', 'a.kind', 'a.posted', 'a.held', 'u.username as owner'])
    .select((eb) =>
      eb.case().when('u.deletedAt', 'is', null).then(eb.ref('u.email')).else(sql.lit('')).end().as('email'),
    )
    .where('a.id', '>', id)
    .orderBy('a.id')
    .limit(AT_ONCE)
    .execute()
}

export const userColumns = [
  'joined_at_nairobi',
  'id',
  'username',
  'name',
  'email',
  'phone',
  'role',
  'state',
  'kyc',
  'balance_kes',
  'held_kes',
  'last_active_at_nairobi',
] as const

/** Newest first. Amounts are shillings; phones are masked. */
export async function exportUsers(filters: UserFilters, by: ExportedBy): Promise<AsyncGenerator<CsvLine[]>> {
  await recordExport('users.exported', { type: 'users', id: 'csv' }, filters, by)
  return userLines(filters)
}

async function* userLines(filters: UserFilters): AsyncGenerator<CsvLine[]> {
  const read = (last: UserItem | undefined) => readUsersBefore(filters, last ?? null, AT_ONCE)
  for await (const found of everyRow<UserItem>(AT_ONCE, read)) yield found.map(userLine)
}

const userLine = (user: UserItem): CsvLine => [
  nairobiText(new Date(user.created_at)),
  user.id,
  user.username,
  user.display_name,
  user.email,
  readableMask(user.phone_number),
  user.role,
  user.state,
  user.kyc_status ?? '',
  user.wallet_balance ?? '',
  user.wallet_held ?? '',
  user.last_active_at ? nairobiText(new Date(user.last_active_at)) : '',
]
