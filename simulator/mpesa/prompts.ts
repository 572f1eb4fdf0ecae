// STK prompts. Each phone has at most one open prompt.
import { z } from 'zod'
import type { SentStkCallback } from '#lib/daraja/answers.ts'
import type { Merchant, Settings } from '../settings.ts'
import { type Book, MoneyRefused, type Transaction } from './book.ts'
import type { Deliveries } from './deliveries.ts'
import {
  newCheckoutRequestId,
  newRequestId,
  toDecimal,
  toJson,
  toJsonNumber,
  toShort,
  toStamp,
} from './formats.ts'
import type { Handsets } from './handsets.ts'
import {
  describeCode,
  expiryCodes,
  type Plan,
  personCodes,
  planSchema,
  type ResultCode,
  resultCodeSchema,
  unseenCodes,
} from './plan.ts'
import type { Schedule } from './schedule.ts'
import { type Language, saySent, sayTooPoor, sayWrongPin, thenBalance } from './words.ts'

const cents = z.union([z.bigint(), z.number().int().transform(BigInt)])

export const promptSchema = z.object({
  checkoutRequestId: z.string(),
  merchantRequestId: z.string(),
  phone: z.string(),
  amountCents: cents,
  partyB: z.string(),
  account: z.string(),
  description: z.string(),
  callbackUrl: z.string(),
  at: z.iso.datetime(),
  plan: planSchema,
  queries: z.number().int(),
  result: z
    .object({
      code: resultCodeSchema,
      description: z.string(),
      at: z.iso.datetime(),
      receipt: z.string().optional(),
      paidCents: cents.optional(),
      /** Another receipt that the callback names, if planned. */
      toldReceipt: z.string().optional(),
    })
    .optional(),
})
export type Prompt = z.output<typeof promptSchema>
export type NewPrompt = Pick<
  Prompt,
  'phone' | 'amountCents' | 'partyB' | 'account' | 'description' | 'callbackUrl'
>

/** In characters. A longer prompt cannot be pushed (1025). */
const longestPrompt = 182
const sameAmountMs = 120_000
/** Prompts are remembered as long as the statement reaches back. */
const rememberedMs = 48 * 3_600_000
const wrongByCents = 1_000n

/** Returns the prompt's text. The length limit applies to the English text. */
export function promptQuestion(
  { amountCents, account }: Pick<Prompt, 'amountCents' | 'account'>,
  { organization }: Pick<Merchant, 'organization'>,
  language: Language = 'en',
): string {
  if (language === 'sw')
    return `Je, ungependa kulipa KES ${toShort(amountCents)} kwa ${organization} Akaunti nambari ${account}?`
  return `Do you want to pay KES ${toShort(amountCents)} to ${organization} Account no. ${account}?`
}

type Parts = {
  prompts: readonly Prompt[]
  merchant: Merchant
  settings: () => Settings
  schedule: Schedule
  book: Book
  handsets: Handsets
  deliveries: Deliveries
  confirm: (line: Transaction) => Promise<unknown>
  changed: () => void
}

export class Prompts {
  #all = new Map<string, Prompt>()
  #open = new Map<string, Prompt>()
  #cancelTimers = new Map<string, (() => void)[]>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    for (const prompt of parts.prompts) this.#all.set(prompt.checkoutRequestId, prompt)
  }

  /** Lets prompts that were open at the last stop expire. */
  resume(): void {
    for (const prompt of this.#all.values()) {
      if (prompt.result) continue
      this.#open.set(prompt.phone, prompt)
      this.#arm(prompt, this.#parts.settings().promptMs, () => this.#expire(prompt))
    }
  }

  state(): Prompt[] {
    const oldest = this.#parts.schedule.now().getTime() - rememberedMs
    for (const [id, prompt] of this.#all) if (Date.parse(prompt.at) < oldest) this.#all.delete(id)
    return [...this.#all.values()]
  }

  find(checkoutRequestId: string): Prompt | undefined {
    return this.#all.get(checkoutRequestId)
  }

  openOn(phone: string): Prompt | undefined {
    return this.#open.get(phone)
  }

  /** Returns the prompt that the handset shows; undefined if it was not pushed. */
  visibleOn(phone: string): Prompt | undefined {
    const prompt = this.#open.get(phone)
    return prompt && prompt.plan.answer !== 'accept' && unseenCodes.has(prompt.plan.answer)
      ? undefined
      : prompt
  }

  push(request: NewPrompt, plan: Plan): Prompt {
    const at = this.#parts.schedule.now()
    const prompt: Prompt = {
      ...request,
      checkoutRequestId: newCheckoutRequestId(at, request.phone),
      merchantRequestId: newRequestId(),
      at: at.toISOString(),
      plan: this.#planFor(request, plan),
      queries: 0,
    }
    this.#all.set(prompt.checkoutRequestId, prompt)
    this.#open.set(prompt.phone, prompt)
    const { acceptMs, promptMs } = this.#parts.settings()
    if (!plan.beforeAck) this.#arm(prompt, acceptMs, () => this.#answerByPlan(prompt))
    this.#arm(prompt, promptMs, () => this.#expire(prompt))
    this.#parts.handsets.refresh(prompt.phone)
    this.#parts.changed()
    return prompt
  }

  async answerBeforeAck(prompt: Prompt): Promise<void> {
    const { answer } = prompt.plan
    if (answer === 'accept') this.#pay(prompt)
    else this.#settle(prompt, answer)
    await this.#callBack(prompt)
  }

  /** 0000 is wrong, other PINs are right. Returns false without an open prompt. */
  enterPin(phone: string, pin: string): boolean {
    const prompt = this.visibleOn(phone)
    if (!prompt) return false
    const { answer } = prompt.plan
    if (pin === '0000') this.#settle(prompt, 2001)
    else if (answer === 'accept' || personCodes.has(answer)) this.#pay(prompt)
    else this.#settle(prompt, answer)
    return true
  }

  /** Cancels the prompt or lets it expire. Returns false without an open prompt. */
  decline(phone: string, code: 1032 | 1037 | 1019): boolean {
    const prompt = this.visibleOn(phone)
    if (!prompt) return false
    this.#settle(prompt, code)
    return true
  }

  async callAgain(prompt: Prompt, copies: number): Promise<void> {
    await this.#send(prompt, copies)
  }

  clear(): void {
    for (const timers of this.#cancelTimers.values()) for (const cancel of timers) cancel()
    this.#cancelTimers.clear()
    const phones = [...this.#open.keys()]
    this.#all.clear()
    this.#open.clear()
    for (const phone of phones) this.#parts.handsets.refresh(phone)
  }

  #arm(prompt: Prompt, ms: number, run: () => void): void {
    const cancel = this.#parts.schedule.after(ms, run)
    const id = prompt.checkoutRequestId
    this.#cancelTimers.set(id, [...(this.#cancelTimers.get(id) ?? []), cancel])
  }

  /** Refusals by M-Pesa's own rules take precedence over the plan. */
  #planFor(request: NewPrompt, plan: Plan): Plan {
    if (promptQuestion(request, this.#parts.merchant).length > longestPrompt) return { ...plan, answer: 1025 }
    return this.#breaksRule17(request) ? { ...plan, answer: 17 } : plan
  }

  #breaksRule17(request: NewPrompt): boolean {
    if (!this.#parts.settings().rule17) return false
    const since = this.#parts.schedule.now().getTime() - sameAmountMs
    for (const former of this.#all.values()) {
      const same = former.phone === request.phone && former.partyB === request.partyB
      if (!same || former.amountCents !== request.amountCents || !former.result?.receipt) continue
      if (Date.parse(former.result.at) > since) return true
    }
    return false
  }

  #answerByPlan(prompt: Prompt): void {
    const { answer } = prompt.plan
    const unseen = answer !== 'accept' && unseenCodes.has(answer)
    if (!unseen && this.#parts.handsets.waitsForPerson(prompt.phone, this.#parts.settings().autoAccept))
      return
    if (answer === 'accept') this.#pay(prompt)
    else if (!expiryCodes.has(answer)) this.#settle(prompt, answer)
  }

  #expire(prompt: Prompt): void {
    this.#settle(prompt, prompt.plan.answer === 1019 ? 1019 : 1037)
  }

  #pay(prompt: Prompt): void {
    const { book } = this.#parts
    const { phone, account, amountCents } = prompt
    const asked = prompt.plan.wrongAmount
    const paidCents = !asked
      ? amountCents
      : amountCents > wrongByCents
        ? amountCents - wrongByCents
        : amountCents + wrongByCents
    const earlier = book.transactions().findLast((line) => line.kind === 'stk' || line.kind === 'paybill')
    try {
      const line = book.collect({ kind: 'stk', phone, amountCents: paidCents, account })
      this.#settle(prompt, 0, line, prompt.plan.receiptReused ? earlier?.receipt : undefined)
    } catch (error) {
      if (!(error instanceof MoneyRefused)) throw error
      this.#settle(prompt, error.code)
    }
  }

  #settle(prompt: Prompt, code: ResultCode, line?: Transaction, toldReceipt?: string): void {
    if (prompt.result) return
    const at = this.#parts.schedule.now().toISOString()
    const paid = line && {
      receipt: line.receipt,
      paidCents: line.amountCents,
      ...(toldReceipt && { toldReceipt }),
    }
    prompt.result = { code, description: describeCode(code), at, ...paid }
    this.#open.delete(prompt.phone)
    for (const cancel of this.#cancelTimers.get(prompt.checkoutRequestId) ?? []) cancel()
    this.#cancelTimers.delete(prompt.checkoutRequestId)
    this.#tellPayer(prompt, line)
    this.#parts.handsets.refresh(prompt.phone)
    this.#parts.changed()
    const { callbackMs, lateMs } = this.#parts.settings()
    const delay = prompt.plan.late ? lateMs : callbackMs
    if (!prompt.plan.beforeAck) this.#parts.schedule.after(delay, () => this.#callBack(prompt))
  }

  async #callBack(prompt: Prompt): Promise<void> {
    const line = prompt.result?.receipt ? this.#parts.book.find(prompt.result.receipt) : undefined
    const isConfirmed = prompt.plan.alsoC2b || this.#parts.settings().alsoC2b
    const confirmation = line && isConfirmed ? this.#parts.confirm(line) : undefined
    await Promise.all([this.#send(prompt, prompt.plan.copies), confirmation])
  }

  async #send(prompt: Prompt, copies: number): Promise<void> {
    const body = writeStkCallback(prompt)
    const { deliveries } = this.#parts
    const send = () => deliveries.send('stk', prompt.checkoutRequestId, prompt.callbackUrl, body)
    await Promise.all(Array.from({ length: copies }, send))
  }

  #tellPayer(prompt: Prompt, line: Transaction | undefined): void {
    const { book, handsets } = this.#parts
    const { organization } = this.#parts.merchant
    const balance = book.balanceOf(prompt.phone)
    if (line) handsets.say(prompt.phone, thenBalance(saySent({ ...line, organization }), balance))
    else if (prompt.result?.code === 1)
      handsets.say(prompt.phone, sayTooPoor(prompt.amountCents, organization, balance))
    else if (prompt.result?.code === 2001) handsets.say(prompt.phone, sayWrongPin(organization))
  }
}

type Item = { Name: string; Value?: unknown }

/** @throws Error if the prompt is still open */
function writeStkCallback(prompt: Prompt): string {
  if (!prompt.result) throw new Error('A prompt that is open has no callback.')
  const { code, description, receipt } = prompt.result
  const stkCallback = {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: prompt.plan.codeAsText ? String(code) : code,
    ResultDesc: description,
    ...(receipt && { CallbackMetadata: { Item: writeItems(prompt, receipt) } }),
  }
  const body: SentStkCallback = { Body: { stkCallback } }
  return toJson(body)
}

function writeItems(prompt: Prompt, receipt: string): Item[] {
  const { plan, result } = prompt
  const paid = result?.paidCents ?? prompt.amountCents
  const items: Item[] = [
    { Name: 'Amount', Value: plan.amountAsText ? toDecimal(paid) : toJsonNumber(paid) },
    { Name: 'MpesaReceiptNumber', Value: result?.toldReceipt ?? receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: Number(toStamp(new Date(result?.at ?? prompt.at))) },
  ]
  if (!plan.phoneMissing) items.push({ Name: 'PhoneNumber', Value: Number(prompt.phone) })
  return plan.itemsReordered ? items.reverse() : items
}
