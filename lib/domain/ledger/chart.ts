import type { Cents } from '#lib/core/money.ts'
import type { PersonalAccountKind, SystemAccountKind } from './schema.ts'

export type AccountKind = PersonalAccountKind | SystemAccountKind
type AccountClass = 'Assets' | 'Liabilities' | 'Income' | 'Expenses' | 'Equity'

/**
 * The chart of accounts as accounting programs know it: the class decides on which side of the books an account stands. A new kind of
 * account does not compile before it has its line here.
 */
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

/** The kinds of accounts in the chart's order. */
export const accountKinds = Object.keys(chart) as AccountKind[]

/** Returns the name of an account for accounting programs. @throws Error for a kind that is not in the chart */
export function accountName(kind: string): string {
  const found = accountKinds.find((one) => one === kind)
  if (!found) throw new Error(`${kind} is not in the chart of accounts`)
  return chart[found]
}

/** Whether a debit adds to an account: it does so on assets and expenses. */
export function isDebitAccount(kind: string): boolean {
  return /^(?:Assets|Expenses):/.test(accountName(kind))
}

/** Whether an account collects what the product costs. */
export function isExpense(kind: string): boolean {
  return accountName(kind).startsWith('Expenses:')
}

/** A balance of the ledger as accountants read it: what the account has on its own side. */
export function onOwnSide(kind: string, posted: Cents): Cents {
  return isDebitAccount(kind) ? -posted : posted
}
