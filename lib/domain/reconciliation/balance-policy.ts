import { type Cents, parseShillings } from '#lib/core/money.ts'

/** Payments arrive in the working account, payouts leave from the utility account. */
export const accounts = ['working', 'utility'] as const
export type AccountName = (typeof accounts)[number]

const names: Readonly<Record<string, AccountName>> = {
  'Working Account': 'working',
  'Utility Account': 'utility',
}

/** Cents. `uncleared` is the part of both accounts that cannot be paid out yet. */
export type Balances = Readonly<Record<AccountName, Cents>> & { readonly uncleared: Cents }

/**
 * Reads `Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|…` (Daraja, account balance): each
 * current balance, and the uncleared part (last field). Pure.
 * @returns null if an account or its amount is missing
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

/** Also reads negative amounts, because a charge may overdraw an account. */
function parseSigned(text = ''): Cents | null {
  const amount = parseShillings(text.replace(/^-/, ''))
  return amount !== null && text.startsWith('-') ? -amount : amount
}

/** How much more or less an account may hold than the ledger says. Cents. */
export type InFlight = { readonly more: Cents; readonly less: Cents }

/** Returns the difference beyond what is in flight; zero if they match. Pure. */
export function differenceOf(held: Cents, expected: Cents, { more, less }: InFlight): Cents {
  const difference = held - expected
  if (difference > more) return difference - more
  if (difference < -less) return difference + less
  return 0n
}

/**
 * People are notified of a difference after this many checks in a row: between two checks M-Pesa's statement
 * is read.
 */
export const LASTING_CHECKS = 2
