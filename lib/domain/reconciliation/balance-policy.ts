import { type Cents, parseShillings } from '#lib/core/money.ts'

/** Our accounts with M-Pesa: payments come into the one, payouts leave from the other. */
export const accounts = ['working', 'utility'] as const
export type AccountName = (typeof accounts)[number]

const names: Readonly<Record<string, AccountName>> = {
  'Working Account': 'working',
  'Utility Account': 'utility',
}

/** In cents. `uncleared` is part of both accounts, and cannot be paid out yet. */
export type Balances = Readonly<Record<AccountName, Cents>> & { readonly uncleared: Cents }

/**
 * Reads `Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|…` (Daraja, account balance): the current
 * balance of each account, and what of both is uncleared (the last field). Pure.
 * @returns null where one of the two is missing or no amount
 */
export function readBalances(text: string): Balances | null {
  const found = new Map<AccountName, Cents>()
  let uncleared = 0n
  for (const line of text.split('&')) {
    const [name = '', currency, current, _available, _reserved, waiting] = line.split('|')
    const account = names[name.trim()]
    const amount = parseSigned(current)
    if (!account || currency !== 'KES' || amount === null) continue
    found.set(account, amount)
    uncleared += parseSigned(waiting) ?? 0n
  }
  const [working, utility] = accounts.map((account) => found.get(account))
  return working === undefined || utility === undefined ? null : { working, utility, uncleared }
}

/** An account may be overdrawn by a charge. */
function parseSigned(text = ''): Cents | null {
  const amount = parseShillings(text.replace(/^-/, ''))
  return amount !== null && text.startsWith('-') ? -amount : amount
}

/** What is in flight: by how much more, or how much less, an account may hold than the ledger says. In cents. */
export type InFlight = { readonly more: Cents; readonly less: Cents }

/** Returns by how much an account differs beyond what is in flight; zero where it matches. Pure. */
export function differenceOf(held: Cents, expected: Cents, { more, less }: InFlight): Cents {
  const difference = held - expected
  if (difference > more) return difference - more
  if (difference < -less) return difference + less
  return 0n
}

/** People are told of a difference when so many checks in a row have seen one: M-Pesa's statement is read between two checks. */
export const LASTING_CHECKS = 2
