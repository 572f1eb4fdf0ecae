import { sql } from 'kysely'
import type { PaymentFilters } from '#lib/contract/payments/payment-list.ts'
import { readableMask } from '#lib/contract/phone.ts'
import { nairobiText, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { transaction } from '#lib/core/outbox.ts'
import { everyRow } from '#lib/core/paging.ts'
import { say } from '#lib/core/sentence.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { systemAccountKinds } from '#lib/domain/ledger/schema.ts'
import { byNormalSide, readSystemBalances } from '#lib/domain/ledger/system-wallets.ts'
import { everyPayment } from './payments.ts'

type By = { readonly actor: { readonly id: string }; readonly address: string }
type Line = readonly (string | number)[]

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

/** Records the export. Newest first, amounts in shillings, phones masked and beginning with 0. */
export async function exportPayments(filters: PaymentFilters, by: By): Promise<AsyncGenerator<Line[]>> {
  const { search, ...others } = filters
  const given = Object.entries({ ...others, ...(search ? { search } : {}) }).filter(([, value]) => value)
  await record('payments.exported', Object.fromEntries(given), by)
  return paymentLines(filters, now())
}

async function* paymentLines(filters: PaymentFilters, upTo: Date): AsyncGenerator<Line[]> {
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

/** Records the export. System wallets first, then people's. Amounts are shillings. */
export async function exportWallets(by: By): Promise<AsyncGenerator<Line[]>> {
  await record('wallets.exported', {}, by)
  return walletLines(nairobiText(now()))
}

const AT_ONCE = 1_000

async function* walletLines(at: string): AsyncGenerator<Line[]> {
  const balances = await readSystemBalances()
  yield systemAccountKinds.map((kind) => {
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

/** Reads people's wallets in the order of their ids. Whoever has erased their identity is there without it. */
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

function record(action: 'payments.exported' | 'wallets.exported', after: Record<string, unknown>, by: By) {
  const subject = { type: action === 'payments.exported' ? 'payments' : 'wallets', id: 'csv' }
  return transaction((tx) =>
    recordAudit(tx, { actor: by.actor, action, subject, after, address: by.address }),
  )
}
