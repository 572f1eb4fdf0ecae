// What a test, a demo or the seed may do to the simulator: the same functions in process and under /control.
import { z } from 'zod'
import type { B2c } from './b2c.ts'
import { type Book, emptyBook, transactionSchema } from './book.ts'
import type { C2b, Paid } from './c2b.ts'
import type { Deliveries, Delivery } from './deliveries.ts'
import type { Door } from './door.ts'
import type { Handsets } from './handsets.ts'
import type { Tokens } from './oauth.ts'
import type { NextOutcome, OutcomeChoice } from './outcome-choice.ts'
import { outcomes } from './outcomes.ts'
import type { Prompts } from './prompts.ts'
import type { RequestLog, SeenRequest } from './request-log.ts'
import type { Schedule } from './schedule.ts'
import type { Merchant, Settings, SettingsStore } from './settings.ts'

const phone = z.string().regex(/^254(7|1)\d{8}$/)
const centsIn = z.union([z.bigint(), z.number().int().transform(BigInt)])
const positiveCents = centsIn.refine((cents) => cents > 0n, 'above zero')

export const paybillSchema = z.strictObject({
  phone,
  amountCents: positiveCents,
  account: z.string().min(1).max(20),
  business: z.string().optional(),
})
export const answerSchema = z.strictObject({
  phone,
  /** `pin` pays, `wrong-pin`, `cancel` (1032), `expire` (1037). */
  answer: z.enum(['pin', 'wrong-pin', 'cancel', 'expire']),
})
export const importSchema = z.strictObject({ transactions: z.array(transactionSchema) })
export const againSchema = z.strictObject({
  checkoutRequestId: z.string(),
  copies: z.number().int().min(1).max(50).default(1),
})

type Parts = {
  merchant: Merchant
  schedule: Schedule
  book: Book
  prompts: Prompts
  handsets: Handsets
  deliveries: Deliveries
  tokens: Tokens
  choice: OutcomeChoice
  c2b: C2b
  b2c: B2c
  requests: RequestLog
  openingUtilityCents: bigint
  store: SettingsStore
  door: Door
}

export class Control {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get settings(): Settings {
    return this.#parts.store.current
  }

  /** Changes the settings that are given and leaves the others. @throws ZodError, RangeError */
  configure(change: Partial<Settings>): Settings {
    const name = change.defaultOutcome
    if (name !== undefined && !outcomes.has(name)) throw new RangeError(`No outcome is called ${name}.`)
    return this.#parts.store.change(change)
  }

  /** Stops listening, so that every connection is refused, until `comeBack`. Handset pages are out of reach too. */
  goAway(): Promise<void> {
    return this.#parts.door.close()
  }

  comeBack(): Promise<void> {
    return this.#parts.door.comeBack()
  }

  /** What happens to the next request of an API, for one phone or for all. @throws ZodError */
  setNext(next: NextOutcome): void {
    this.#parts.choice.setNext(next)
  }

  clearOutcomes(): void {
    this.#parts.choice.clear()
  }

  /** Whether prompts on this phone answer themselves; undefined goes back to the setting. */
  setAutoAccept(phone: string, on: boolean | undefined): void {
    this.#parts.handsets.setAutoAccept(phone, on)
  }

  /** Phones whose handset page is open. */
  watchedPhones(): string[] {
    return this.#parts.handsets.watched()
  }

  /** Answers the open prompt as a person would. Returns false where none is open. */
  answer(request: z.input<typeof answerSchema>): boolean {
    const { phone, answer } = answerSchema.parse(request)
    const { prompts } = this.#parts
    if (answer === 'cancel') return prompts.decline(phone, 1032)
    if (answer === 'expire') return prompts.decline(phone, 1037)
    return prompts.enterPin(phone, answer === 'pin' ? '1234' : '0000')
  }

  /** A person pays by Paybill. */
  payPaybill(request: z.input<typeof paybillSchema>): Promise<Paid> {
    const { business = this.#parts.merchant.shortcode, ...payment } = paybillSchema.parse(request)
    return this.#parts.c2b.pay({ ...payment, business })
  }

  /** Sends the callback of a settled prompt again. Returns false for a prompt that is unknown or open. */
  async callAgain(request: z.input<typeof againSchema>): Promise<boolean> {
    const { checkoutRequestId, copies } = againSchema.parse(request)
    const prompt = this.#parts.prompts.find(checkoutRequestId)
    if (!prompt?.result) return false
    await this.#parts.prompts.callAgain(prompt, copies)
    return true
  }

  /** Puts the simulator's clock forward and runs all that falls due, callbacks answered included. */
  advance(ms: number): Promise<void> {
    return this.#parts.schedule.advance(ms)
  }

  /** Ends the token that is good now. */
  revokeToken(): void {
    this.#parts.tokens.revoke()
  }

  /** Puts cash on a phone through an agent. @throws MoneyRefused 8 */
  deposit(phone: string, amountCents: bigint): void {
    this.#parts.book.deposit({ phone, amountCents })
    this.#parts.handsets.refresh(phone)
  }

  setBalance(phone: string, balanceCents: bigint): void {
    this.#parts.book.setBalance(phone, balanceCents)
    this.#parts.handsets.refresh(phone)
  }

  setAccounts(accounts: { workingCents?: bigint; utilityCents?: bigint }): void {
    this.#parts.book.setAccounts(accounts)
  }

  /** Takes payments over that were made elsewhere, such as the seed's. Returns how many were new. @throws ZodError */
  importTransactions(request: z.input<typeof importSchema>): number {
    return this.#parts.book.import(importSchema.parse(request).transactions)
  }

  deliveries(): readonly Delivery[] {
    return this.#parts.deliveries.list()
  }

  /** What the API was asked, oldest first. */
  requests(path?: string): readonly SeenRequest[] {
    return this.#parts.requests.list(path)
  }

  /** Everything as at the first start: an empty book, no prompts, no outcomes, the settings it was started with. */
  reset(): void {
    const parts = this.#parts
    parts.schedule.clear()
    parts.prompts.clear()
    parts.b2c.clear()
    parts.choice.clear()
    parts.deliveries.clear()
    parts.c2b.clear()
    parts.tokens.revoke()
    parts.requests.clear()
    parts.store.reset()
    parts.book.replace(emptyBook(parts.openingUtilityCents))
    parts.handsets.clear()
  }
}
