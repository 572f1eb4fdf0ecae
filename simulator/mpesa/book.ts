import { z } from 'zod'
import { randomReceipt } from './formats.ts'

const cents = z.union([z.bigint(), z.number().int().transform(BigInt)])

export const transactionSchema = z.object({
  receipt: z.string().regex(/^[A-Z0-9]{10}$/),
  /** stk and paybill go into Working, b2c leaves Utility, reversal and charge leave Working; deposit only fills a phone. */
  kind: z.enum(['stk', 'paybill', 'b2c', 'reversal', 'deposit', 'charge']),
  /** ISO, UTC, with milliseconds, so that moments compare as text. */
  at: z.iso.datetime().transform((at) => new Date(at).toISOString()),
  phone: z.string().regex(/^254\d{9}$/),
  amountCents: cents.refine((amount) => amount > 0n, 'an amount is above zero'),
  /** BillRefNumber, or the prompt's reference. */
  account: z.string(),
  /** The paid shortcode or till, if not the merchant's first. */
  business: z.string().optional(),
  conversationId: z.string().optional(),
  originatorConversationId: z.string().optional(),
  reversalOf: z.string().optional(),
  reversedBy: z.string().optional(),
})
export type Transaction = z.output<typeof transactionSchema>

export const bookSchema = z.object({
  workingCents: cents,
  utilityCents: cents,
  openingWorkingCents: cents,
  openingUtilityCents: cents,
  phones: z.record(z.string(), cents),
  transactions: z.array(transactionSchema),
})
export type BookState = z.output<typeof bookSchema>

export class MoneyRefused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Entry = Omit<Transaction, 'receipt' | 'at'> & { receipt?: string }

export class Book {
  #state: BookState
  #byReceipt = new Map<string, Transaction>()
  readonly #now: () => Date
  readonly #limits: () => { startBalanceCents: number; maximumBalanceCents: number }
  readonly #changed: () => void

  constructor(options: {
    state: BookState
    now: () => Date
    limits: () => { startBalanceCents: number; maximumBalanceCents: number }
    changed: () => void
  }) {
    this.#state = options.state
    this.#now = options.now
    this.#limits = options.limits
    this.#changed = options.changed
    for (const line of options.state.transactions) this.#byReceipt.set(line.receipt, line)
  }

  get state(): BookState {
    return this.#state
  }

  transactions(): readonly Transaction[] {
    return this.#state.transactions
  }

  find(receipt: string): Transaction | undefined {
    return this.#byReceipt.get(receipt)
  }

  findReversal(conversationId: string): Transaction | undefined {
    return this.#state.transactions.findLast(
      (line) =>
        line.kind === 'reversal' &&
        (line.conversationId === conversationId || line.originatorConversationId === conversationId),
    )
  }

  accounts() {
    const { workingCents, utilityCents, openingWorkingCents, openingUtilityCents } = this.#state
    return { workingCents, utilityCents, openingWorkingCents, openingUtilityCents }
  }

  phones(): { phone: string; balanceCents: bigint }[] {
    return Object.entries(this.#state.phones).map(([phone, balanceCents]) => ({ phone, balanceCents }))
  }

  /** Returns `startBalanceCents` until the phone's first payment. */
  balanceOf(phone: string): bigint {
    return this.#state.phones[phone] ?? BigInt(this.#limits().startBalanceCents)
  }

  setBalance(phone: string, balanceCents: bigint): void {
    this.#state.phones[phone] = balanceCents
    this.#changed()
  }

  /** Sets balances. The opening balances absorb the difference. */
  setAccounts(accounts: { workingCents?: bigint; utilityCents?: bigint }): void {
    const state = this.#state
    const { workingCents = state.workingCents, utilityCents = state.utilityCents } = accounts
    state.openingWorkingCents += workingCents - state.workingCents
    state.openingUtilityCents += utilityCents - state.utilityCents
    state.workingCents = workingCents
    state.utilityCents = utilityCents
    this.#changed()
  }

  /**
   * Moves the merchant's money to or from a bank, or between the accounts. The opening balances absorb it.
   */
  moveAccounts(by: { workingCents?: bigint; utilityCents?: bigint }): void {
    const { workingCents, utilityCents } = this.#state
    this.setAccounts({
      workingCents: workingCents + (by.workingCents ?? 0n),
      utilityCents: utilityCents + (by.utilityCents ?? 0n),
    })
  }

  charge(entry: { phone: string; amountCents: bigint; account: string }): Transaction {
    this.#state.workingCents -= entry.amountCents
    return this.#write({ ...entry, kind: 'charge' })
  }

  newReceipt(): string {
    const receipt = randomReceipt(this.#now())
    return this.#byReceipt.has(receipt) ? this.newReceipt() : receipt
  }

  /** @throws MoneyRefused 1 if the phone's balance is too low */
  collect(entry: {
    kind: 'stk' | 'paybill'
    phone: string
    amountCents: bigint
    account: string
    business?: string
    receipt?: string
  }): Transaction {
    const balance = this.balanceOf(entry.phone)
    if (balance < entry.amountCents) {
      throw new MoneyRefused(1, 'The balance is insufficient for the transaction.')
    }
    this.#state.phones[entry.phone] = balance - entry.amountCents
    this.#state.workingCents += entry.amountCents
    return this.#write(entry)
  }

  /** @throws MoneyRefused 1 if Utility has too little, 8 above the phone's maximum */
  payOut(entry: {
    phone: string
    amountCents: bigint
    account: string
    conversationId: string
    originatorConversationId: string
  }): Transaction {
    if (this.#state.utilityCents < entry.amountCents) {
      throw new MoneyRefused(1, 'The balance is insufficient for the transaction.')
    }
    this.#fill(entry.phone, entry.amountCents)
    this.#state.utilityCents -= entry.amountCents
    return this.#write({ ...entry, kind: 'b2c' })
  }

  /** @throws MoneyRefused 8 above the phone's maximum */
  deposit(entry: { phone: string; amountCents: bigint }): Transaction {
    this.#fill(entry.phone, entry.amountCents)
    return this.#write({ ...entry, kind: 'deposit', account: 'Agent' })
  }

  /** @throws MoneyRefused 1 if Working has too little */
  reverse(
    original: Transaction,
    by: Pick<Transaction, 'conversationId' | 'originatorConversationId'> = {},
  ): Transaction {
    if (this.#state.workingCents < original.amountCents) {
      throw new MoneyRefused(1, 'The balance is insufficient for the transaction.')
    }
    this.#state.workingCents -= original.amountCents
    this.#state.phones[original.phone] = this.balanceOf(original.phone) + original.amountCents
    const { phone, amountCents, account } = original
    const reversal = this.#write({
      kind: 'reversal',
      phone,
      amountCents,
      account,
      reversalOf: original.receipt,
      ...by,
    })
    original.reversedBy = reversal.receipt
    return reversal
  }

  /** Adds payments, but no known receipts. Phones do not change. @returns how many were added */
  import(lines: readonly Transaction[]): number {
    let added = 0
    for (const line of lines) {
      if (this.#byReceipt.has(line.receipt)) continue
      if (line.kind === 'stk' || line.kind === 'paybill') this.#state.workingCents += line.amountCents
      if (line.kind === 'reversal' || line.kind === 'charge') this.#state.workingCents -= line.amountCents
      if (line.kind === 'b2c') this.#state.utilityCents -= line.amountCents
      this.#keep({ ...line })
      added += 1
    }
    if (added > 0) this.#changed()
    return added
  }

  replace(state: BookState): void {
    this.#state = state
    this.#byReceipt = new Map(state.transactions.map((line) => [line.receipt, line]))
    this.#changed()
  }

  #fill(phone: string, amountCents: bigint): void {
    const balance = this.balanceOf(phone) + amountCents
    if (balance > BigInt(this.#limits().maximumBalanceCents)) {
      throw new MoneyRefused(8, 'The receiver would hold more than the maximum balance.')
    }
    this.#state.phones[phone] = balance
  }

  #write(entry: Entry): Transaction {
    const line: Transaction = {
      ...entry,
      receipt: entry.receipt ?? this.newReceipt(),
      at: this.#now().toISOString(),
    }
    this.#keep(line)
    this.#changed()
    return line
  }

  #keep(line: Transaction): void {
    this.#state.transactions.push(line)
    this.#byReceipt.set(line.receipt, line)
  }
}

export function emptyBook(openingUtilityCents: bigint): BookState {
  return {
    workingCents: 0n,
    utilityCents: openingUtilityCents,
    openingWorkingCents: 0n,
    openingUtilityCents,
    phones: {},
    transactions: [],
  }
}
