// POST /mpesa/b2c/v1/paymentrequest and v3: payouts from the Utility account.
import { z } from 'zod'
import { type Book, MoneyRefused } from './book.ts'
import { callbackUrl, msisdn, parseFields, shillings, shortcode, text } from './fields.ts'
import { toGrouped, toJsonNumber } from './figures.ts'
import { type Handsets, nameOf } from './handsets.ts'
import { newRequestId } from './identifiers.ts'
import type { Initiator } from './initiator.ts'
import { toDottedTime } from './nairobi-time.ts'
import type { OutcomeChoice } from './outcome-choice.ts'
import { planSchema, type ResultCode, resultCodeSchema } from './plan.ts'
import { invalidField, Refusal, type Reply } from './refusal.ts'
import type { Asked, Outcome, Parameter, Results } from './result.ts'
import type { Call } from './router.ts'
import type { Schedule } from './schedule.ts'
import { isOwnShortcode, type Merchant } from './settings.ts'

const requestSchema = z.object({
  InitiatorName: text(1, 100),
  SecurityCredential: z.string(),
  CommandID: z.enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment']),
  Amount: shillings(10, 250_000),
  PartyA: shortcode,
  PartyB: msisdn,
  Remarks: text(2, 100),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
  // v1 spells it right.
  Occassion: text(0, 100).nullish(),
  Occasion: text(0, 100).nullish(),
})

/** v1 makes an id of its own: the same request twice is two payouts. */
const requestSchemas = {
  v1: requestSchema.extend({ OriginatorConversationID: text(1, 50).default(newRequestId) }),
  v3: requestSchema.extend({ OriginatorConversationID: text(1, 50) }),
}

export const payoutSchema = z.object({
  originatorConversationId: z.string(),
  conversationId: z.string(),
  phone: z.string(),
  amountCents: z.union([z.bigint(), z.number().int().transform(BigInt)]),
  at: z.iso.datetime(),
  resultUrl: z.string(),
  queueTimeOutUrl: z.string(),
  plan: planSchema,
  /** The code with which it has to fail, found when it was asked for: a wrong initiator. */
  refusedWith: resultCodeSchema.optional(),
  result: z.object({ code: resultCodeSchema, at: z.iso.datetime(), receipt: z.string() }).optional(),
})
export type Payout = z.output<typeof payoutSchema>

type Parts = {
  payouts: readonly Payout[]
  merchant: Merchant
  schedule: Schedule
  book: Book
  handsets: Handsets
  initiator: Initiator
  choice: OutcomeChoice
  results: Results
  changed: () => void
}

export class B2c {
  #byOriginator = new Map<string, Payout>()
  #byConversation = new Map<string, Payout>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    for (const payout of parts.payouts) this.#keep(payout)
  }

  /** Payouts that were under way when the simulator stopped are worked off now. */
  resume(): void {
    for (const payout of this.#byOriginator.values()) {
      if (!payout.result) this.#parts.results.start(this.#toAsked(payout))
    }
  }

  state(): Payout[] {
    return [...this.#byOriginator.values()]
  }

  clear(): void {
    this.#byOriginator.clear()
    this.#byConversation.clear()
  }

  /** By either of its two conversation ids. */
  find(conversationId: string): Payout | undefined {
    return this.#byConversation.get(conversationId) ?? this.#byOriginator.get(conversationId)
  }

  async request(call: Call, version: keyof typeof requestSchemas): Promise<Reply> {
    const { merchant, initiator, choice, results, schedule } = this.#parts
    const fields = parseFields(requestSchemas[version], call.body)
    if (!isOwnShortcode(merchant, fields.PartyA)) throw invalidField('PartyA')
    const refusedWith = initiator.check(fields.InitiatorName, fields.SecurityCredential)
    const originatorConversationId = fields.OriginatorConversationID
    if (this.#byOriginator.has(originatorConversationId)) {
      throw new Refusal('500.002.1001', 'Duplicate OriginatorConversationID.')
    }
    const payout: Payout = {
      originatorConversationId,
      conversationId: results.newConversationId(),
      phone: fields.PartyB,
      amountCents: fields.Amount,
      at: schedule.now().toISOString(),
      resultUrl: fields.ResultURL,
      queueTimeOutUrl: fields.QueueTimeOutURL,
      plan: choice.take('b2c', fields.PartyB),
      ...(refusedWith !== undefined && { refusedWith }),
    }
    // Kept once the work begins: what is refused or cut off before leaves no trace, and its id may be used again.
    return results.accept(
      { ...this.#toAsked(payout), begin: () => this.#keep(payout) },
      `b2c ${payout.phone}`,
    )
  }

  #keep(payout: Payout): void {
    this.#byOriginator.set(payout.originatorConversationId, payout)
    this.#byConversation.set(payout.conversationId, payout)
    this.#parts.changed()
  }

  #toAsked(payout: Payout): Asked {
    const { conversationId, originatorConversationId, resultUrl, queueTimeOutUrl, plan } = payout
    const work = (forced: ResultCode | undefined) => this.#pay(payout, payout.refusedWith ?? forced)
    return { conversationId, originatorConversationId, resultUrl, queueTimeOutUrl, plan, work }
  }

  #pay(payout: Payout, forced: ResultCode | undefined): Outcome {
    const { book, schedule } = this.#parts
    const outcome =
      forced === undefined ? this.#moveMoney(payout) : { code: forced, transactionId: book.newReceipt() }
    payout.result = { code: outcome.code, at: schedule.now().toISOString(), receipt: outcome.transactionId }
    this.#parts.changed()
    return outcome
  }

  #moveMoney(payout: Payout): Outcome {
    const { book, handsets, merchant } = this.#parts
    const { phone, amountCents, conversationId, originatorConversationId } = payout
    try {
      const line = book.payOut({
        phone,
        amountCents,
        account: originatorConversationId,
        conversationId,
        originatorConversationId,
      })
      const balance = toGrouped(book.balanceOf(phone))
      const received = `${line.receipt} Confirmed. You have received Ksh${toGrouped(amountCents)} from ${merchant.organization}`
      handsets.say(phone, `${received} on {when}. New M-PESA balance is Ksh${balance}.`)
      return { code: 0, transactionId: line.receipt, parameters: this.#describe(payout, line.receipt) }
    } catch (error) {
      if (!(error instanceof MoneyRefused)) throw error
      return { code: error.code, transactionId: book.newReceipt() }
    }
  }

  #describe(payout: Payout, receipt: string): Parameter[] {
    const { book, schedule } = this.#parts
    const { utilityCents, workingCents } = book.accounts()
    return [
      { Key: 'TransactionAmount', Value: Number(payout.amountCents / 100n) },
      { Key: 'TransactionReceipt', Value: receipt },
      { Key: 'ReceiverPartyPublicName', Value: `${payout.phone} - ${nameOf(payout.phone)}` },
      { Key: 'TransactionCompletedDateTime', Value: toDottedTime(schedule.now()) },
      { Key: 'B2CUtilityAccountAvailableFunds', Value: toJsonNumber(utilityCents) },
      { Key: 'B2CWorkingAccountAvailableFunds', Value: toJsonNumber(workingCents) },
      { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
      { Key: 'B2CChargesPaidAccountAvailableFunds', Value: toJsonNumber(0n) },
    ]
  }
}
