// The control of the simulator, as functions and as JSON calls under /control (README.md).
import { z } from 'zod'
import type { B2c } from './calls/b2c.ts'
import type { C2b, Paid } from './calls/c2b.ts'
import type { Tokens } from './calls/oauth.ts'
import type { Statements } from './calls/statement.ts'
import { type Book, emptyBook, MoneyRefused, transactionSchema } from './mpesa/book.ts'
import type { Deliveries, Delivery } from './mpesa/deliveries.ts'
import type { Handsets } from './mpesa/handsets.ts'
import { type NextOutcome, nextOutcomeSchema, type OutcomeChoice, outcomes } from './mpesa/outcomes.ts'
import type { Prompts } from './mpesa/prompts.ts'
import type { Schedule } from './mpesa/schedule.ts'
import { sayReversed, thenBalance } from './mpesa/words.ts'
import type { Call, Listener, Reply, RequestLog, Router, SeenRequest } from './server.ts'
import { type Merchant, type Settings, type SettingsStore, settingsChangeSchema } from './settings.ts'

const phone = z.string().regex(/^254(7|1)\d{8}$/)
const positiveCents = z
  .union([z.bigint(), z.number().int().transform(BigInt)])
  .refine((cents) => cents > 0n, 'above zero')

const paybillSchema = z.strictObject({
  phone,
  amountCents: positiveCents,
  account: z.string().min(1).max(20),
  business: z.string().optional(),
})
const answerSchema = z.strictObject({
  phone,
  /** `pin` pays; `wrong-pin`, `cancel` (1032) and `expire` (1037) fail. */
  answer: z.enum(['pin', 'wrong-pin', 'cancel', 'expire']),
})
const chargeSchema = z.strictObject({ phone, amountCents: positiveCents })
const reverseSchema = z.strictObject({ receipt: z.string() })
const importSchema = z.strictObject({ transactions: z.array(transactionSchema) })
const againSchema = z.strictObject({
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
  statements: Statements
  b2c: B2c
  requests: RequestLog
  openingUtilityCents: bigint
  store: SettingsStore
  listener: Listener
}

export class Control {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get settings(): Settings {
    return this.#parts.store.current
  }

  /** @throws ZodError, RangeError */
  configure(change: Partial<Settings>): Settings {
    const name = change.defaultOutcome
    if (name !== undefined && !outcomes.has(name)) throw new RangeError(`No outcome is called ${name}.`)
    return this.#parts.store.change(change)
  }

  /** Refuses all connections until `comeBack`. */
  goAway(): Promise<void> {
    return this.#parts.listener.close()
  }

  comeBack(): Promise<void> {
    return this.#parts.listener.reopen()
  }

  /** @throws ZodError */
  setNext(next: NextOutcome): void {
    this.#parts.choice.setNext(next)
  }

  clearOutcomes(): void {
    this.#parts.choice.clear()
  }

  setAutoAccept(phone: string, on: boolean | undefined): void {
    this.#parts.handsets.setAutoAccept(phone, on)
  }

  watchedPhones(): string[] {
    return this.#parts.handsets.watched()
  }

  /** Answers the open prompt as a person. Returns false without an open prompt. */
  answer(request: z.input<typeof answerSchema>): boolean {
    const { phone, answer } = answerSchema.parse(request)
    const { prompts } = this.#parts
    if (answer === 'cancel') return prompts.decline(phone, 1032)
    if (answer === 'expire') return prompts.decline(phone, 1037)
    return prompts.enterPin(phone, answer === 'pin' ? '1234' : '0000')
  }

  async payPaybill(request: z.input<typeof paybillSchema>): Promise<Omit<Paid, 'said'>> {
    const { business = this.#parts.merchant.shortcode, ...payment } = paybillSchema.parse(request)
    const { said: _, ...paid } = await this.#parts.c2b.pay({ ...payment, business })
    return paid
  }

  /**
   * Reverses a payment at the payer's request to Safaricom; the merchant gets no call.
   * @returns the reversal's receipt
   * @throws RangeError for an unknown or reversed payment; MoneyRefused
   */
  reverse(request: z.input<typeof reverseSchema>): string {
    const { receipt } = reverseSchema.parse(request)
    const { book, handsets, merchant } = this.#parts
    const line = book.find(receipt)
    if (!line || (line.kind !== 'stk' && line.kind !== 'paybill'))
      throw new RangeError(`${receipt} is no payment.`)
    if (line.reversedBy) throw new RangeError(`${receipt} was reversed before.`)
    const reversal = book.reverse(line)
    const { organization } = merchant
    const said = sayReversed(reversal.receipt, { receipt, amountCents: line.amountCents, organization })
    handsets.say(line.phone, thenBalance(said, book.balanceOf(line.phone)))
    return reversal.receipt
  }

  /** Repeats a settled prompt's callback. Returns false if the prompt is unknown or open. */
  async callAgain(request: z.input<typeof againSchema>): Promise<boolean> {
    const { checkoutRequestId, copies } = againSchema.parse(request)
    const prompt = this.#parts.prompts.find(checkoutRequestId)
    if (!prompt?.result) return false
    await this.#parts.prompts.callAgain(prompt, copies)
    return true
  }

  advance(ms: number): Promise<void> {
    return this.#parts.schedule.advance(ms)
  }

  deleteUrls(): void {
    this.#parts.c2b.deleteUrls()
  }

  revokeToken(): void {
    this.#parts.tokens.revoke()
  }

  /** Deposits cash through an agent. @throws MoneyRefused 8 */
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

  moveAccounts(by: { workingCents?: bigint; utilityCents?: bigint }): void {
    this.#parts.book.moveAccounts(by)
  }

  /** @returns the receipt of the charge, which the statement lists */
  charge(request: z.input<typeof chargeSchema>): string {
    return this.#parts.book.charge({ ...chargeSchema.parse(request), account: 'Charge' }).receipt
  }

  /** Skips known receipts. @returns how many payments were new */
  importTransactions(request: z.input<typeof importSchema>): number {
    return this.#parts.book.import(importSchema.parse(request).transactions)
  }

  deliveries(): readonly Delivery[] {
    return this.#parts.deliveries.list()
  }

  requests(path?: string): readonly SeenRequest[] {
    return this.#parts.requests.list(path)
  }

  reset(): void {
    const parts = this.#parts
    parts.schedule.clear()
    parts.prompts.clear()
    parts.b2c.clear()
    parts.choice.clear()
    parts.deliveries.clear()
    parts.c2b.deleteUrls()
    parts.statements.clear()
    parts.tokens.revoke()
    parts.requests.clear()
    parts.store.reset()
    parts.book.replace(emptyBook(parts.openingUtilityCents))
    parts.handsets.clear()
  }
}

const cents = z.number().int().min(0).transform(BigInt)
const phoneSchema = z.strictObject({
  phone,
  autoAccept: z.boolean().nullish(),
  balanceCents: cents.optional(),
  depositCents: cents.optional(),
})
const accountsSchema = z.strictObject({ workingCents: cents.optional(), utilityCents: cents.optional() })
const change = z.number().int().transform(BigInt)
const movedSchema = z.strictObject({ workingCents: change.optional(), utilityCents: change.optional() })
const monthMs = 30 * 86_400_000
const advanceSchema = z.strictObject({ ms: z.number().int().min(0).max(monthMs) })
const awaySchema = z.strictObject({ ms: z.number().int().min(1).max(3_600_000) })
const outageSchema = z.strictObject({ outage: z.enum(['off', 'refuse', 'unavailable']) })

type RouteParts = { control: Control; book: Book; merchant: Merchant; prompts: Prompts; schedule: Schedule }

export function addControlRoutes(router: Router, parts: RouteParts): void {
  const { control, prompts } = parts
  const get = (path: string, read: (call: Call) => unknown) =>
    router.on('GET', `/control/${path}`, async (call) => ({ status: 200, json: await read(call) }))
  const post = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    run: (body: z.output<Schema>) => unknown,
  ) => router.on('POST', `/control/${path}`, (call) => runChecked(schema, call.body, run))

  get('book', () => describeBook(parts))
  get('settings', () => control.settings)
  post('settings', settingsChangeSchema, (change) => control.configure(change))
  post('outage', outageSchema, (change) => control.configure(change))
  post('away', awaySchema, ({ ms }) => goAwayFor(parts, ms))
  get('outcomes', listOutcomes)
  post('outcomes', nextOutcomeSchema, (next) => control.setNext(next))
  router.on('DELETE', '/control/outcomes', () => runChecked(z.unknown(), null, () => control.clearOutcomes()))
  post('phones', phoneSchema, (change) => setPhone(parts, change))
  get('prompts/:phone', (call) => ({ open: prompts.openOn(call.params.phone ?? '') ?? null }))
  post('answer', answerSchema, (answer) => ({ answered: control.answer(answer) }))
  post('paybill', paybillSchema, (payment) => control.payPaybill(payment))
  post('reverse', reverseSchema, (payment) => ({ receipt: control.reverse(payment) }))
  post('callback', againSchema, async (again) => ({ sent: await control.callAgain(again) }))
  post('advance', advanceSchema, ({ ms }) => control.advance(ms))
  post('accounts', accountsSchema, (accounts) => control.setAccounts(accounts))
  post('move', movedSchema, (by) => control.moveAccounts(by))
  post('charge', chargeSchema, (charge) => ({ receipt: control.charge(charge) }))
  post('import', importSchema, (lines) => ({ added: control.importTransactions(lines) }))
  post('delete-urls', z.unknown(), () => control.deleteUrls())
  post('revoke-token', z.unknown(), () => control.revokeToken())
  get('deliveries', () => ({ deliveries: control.deliveries() }))
  get('requests', (call) => ({ requests: control.requests(call.query.get('path') ?? undefined) }))
  post('reset', z.unknown(), () => control.reset())
}

/** Answers an invalid body or request with 400 and a sentence. */
async function runChecked<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  run: (body: z.output<Schema>) => unknown,
): Promise<Reply> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return { status: 400, json: { error: z.prettifyError(parsed.error) } }
  try {
    return { status: 200, json: (await run(parsed.data)) ?? { ok: true } }
  } catch (error) {
    if (error instanceof MoneyRefused || error instanceof RangeError) {
      return { status: 400, json: { error: error.message } }
    }
    throw error
  }
}

function describeBook({ book, merchant, schedule }: RouteParts) {
  return {
    shortcode: merchant.shortcode,
    at: schedule.now().toISOString(),
    accounts: book.accounts(),
    phones: book.phones(),
    transactions: book.transactions(),
  }
}

function listOutcomes() {
  const list = [...outcomes].map(([name, { suffix = null, for: apis, says }]) => ({
    name,
    suffix,
    for: apis,
    says,
  }))
  return { outcomes: list }
}

function setPhone({ control, book }: RouteParts, change: z.output<typeof phoneSchema>) {
  const { phone, autoAccept, balanceCents, depositCents } = change
  if (autoAccept !== undefined) control.setAutoAccept(phone, autoAccept ?? undefined)
  if (balanceCents !== undefined) control.setBalance(phone, balanceCents)
  if (depositCents !== undefined) control.deposit(phone, depositCents)
  return { phone, balanceCents: book.balanceOf(phone) }
}

const answerFirstMs = 50

function goAwayFor({ control, schedule }: RouteParts, ms: number): void {
  schedule.after(answerFirstMs, async () => {
    await control.goAway()
    schedule.after(ms, () => control.comeBack())
  })
}
