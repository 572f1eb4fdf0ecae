import type { Cents } from '#lib/core/money.ts'
import type { PersonalAccountKind, SystemAccountKind } from './schema.ts'

export type AccountKind = PersonalAccountKind | SystemAccountKind
type AccountClass = 'Assets' | 'Liabilities' | 'Income' | 'Expenses' | 'Equity'

/** Account names for accounting programs, by class. A new kind does not compile without its line here. */
const chart: Readonly<Record<AccountKind, `${AccountClass}:${string}`>> = {
  mpesa_collection: 'Assets:MPesa:Collection',
  mpesa_payout: 'Assets:MPesa:Payout',
  mpesa_float: 'Assets:MPesa:Float',
  bank: 'Assets:Bank',
  dancer: 'Liabilities:Wallets:Dancers',
  musician: 'Liabilities:Wallets:Musicians',
  withdrawals_held: 'Liabilities:WithdrawalsHeld',
  suspense: 'Liabilities:Suspense',
  prize_pool: 'Liabilities:PrizePool',
  royalty_pool: 'Liabilities:RoyaltyPool',
  withholding_tax: 'Liabilities:WithholdingTax',
  owner_funds: 'Equity:Owner',
  platform_revenue: 'Income:Platform',
  mpesa_charges: 'Expenses:MPesa',
  bank_charges: 'Expenses:Bank',
}

export const accountKinds = Object.keys(chart) as AccountKind[]

/** @throws Error for an unknown kind */
export function accountName(kind: string): string {
  const found = accountKinds.find((one) => one === kind)
  if (!found) throw new Error(`${kind} is not in the chart of accounts`)
  return chart[found]
}

/** True for assets and expenses, which debits increase. */
export function isDebitAccount(kind: string): boolean {
  return /^(?:Assets|Expenses):/.test(accountName(kind))
}

export function isExpense(kind: string): boolean {
  return accountName(kind).startsWith('Expenses:')
}

/** Flips the sign of debit accounts, so that a normal balance is positive. */
export function onOwnSide(kind: string, posted: Cents): Cents {
  return isDebitAccount(kind) ? -posted : posted
}
