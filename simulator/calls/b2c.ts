// POST /mpesa/b2c/v1/paymentrequest and v3: payouts from the Utility account.
import { z } from 'zod'
import { b2cRequestV1, b2cRequestV3 } from '#lib/daraja/requests.ts'
import { type Book, MoneyRefused } from '../mpesa/book.ts'
import { toDottedTime, toJsonNumber } from '../mpesa/formats.ts'
import { type Handsets, nameOf } from '../mpesa/handsets.ts'
import type { OutcomeChoice } from '../mpesa/outcomes.ts'
import { planSchema, type ResultCode, resultCodeSchema } from '../mpesa/plan.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { sayReceived, thenBalance } from '../mpesa/words.ts'
import { invalidField, parseFields, Refusal } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { isOwnShortcode, type Merchant } from '../settings.ts'
import { type Order, type Outcome, type Parameter, type Results, toParameters } from './answers.ts'
import type { Initiator } from './initiator.ts'

const requestSchemas = { v1: b2cRequestV1, v3: b2cRequestV3 }

export const payoutSchema = z.object({
  originatorConversationId: z.string(),
  conversationId: z.string(),
  phone: z.string(),
  amountCents: z.union([z.bigint(), z.number().int().transform(BigInt)]),
  at: z.iso.datetime(),
  resultUrl: z.string(),
  queueTimeOutUrl: z.string(),
  plan: planSchema,
  /** The failure code for a wrong initiator. */
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

  /** Continues payouts without a result after a restart. */
  resume(): void {
    for (const payout of this.#byOriginator.values()) {
      if (!payout.result) this.#parts.results.start(this.#toOrder(payout))
    }
  }

  state(): Payout[] {
    return [...this.#byOriginator.values()]
  }

  clear(): void {
    this.#byOriginator.clear()
    this.#byConversation.clear()
  }

  find(conversationId: string): Payout | undefined {
    return this.#byConversation.get(conversationId) ?? this.#byOriginator.get(conversationId)
  }

  /** Version 1 creates its own originator id, so a duplicate request is a second payout. */
  async request(call: Call, version: 'v1' | 'v3'): Promise<Reply> {
    const { merchant, initiator, choice, results, schedule } = this.#parts
    const fields = parseFields(requestSchemas[version], call.body)
    if (!isOwnShortcode(merchant, fields.PartyA)) throw invalidField('PartyA')
    const refusedWith = initiator.check(fields.InitiatorName, fields.SecurityCredential)
    const ids = results.newIds()
    const originatorConversationId = fields.OriginatorConversationID ?? ids.originatorConversationId
    if (this.#byOriginator.has(originatorConversationId)) {
      throw new Refusal('500.002.1001', 'Duplicate OriginatorConversationID.')
    }
    const payout: Payout = {
      originatorConversationId,
      conversationId: ids.conversationId,
      phone: fields.PartyB,
      amountCents: fields.Amount,
      at: schedule.now().toISOString(),
      resultUrl: fields.ResultURL,
      queueTimeOutUrl: fields.QueueTimeOutURL,
      plan: choice.take('b2c', fields.PartyB),
      ...(refusedWith !== undefined && { refusedWith }),
    }
    // The payout is stored when its work begins, so that the id of a refused request can be used again.
    const order = { ...this.#toOrder(payout), begin: () => this.#keep(payout) }
    return results.accept(order, `b2c ${payout.phone}`)
  }

  #keep(payout: Payout): void {
    this.#byOriginator.set(payout.originatorConversationId, payout)
    this.#byConversation.set(payout.conversationId, payout)
    this.#parts.changed()
  }

  #toOrder(payout: Payout): Order {
    const { conversationId, originatorConversationId, resultUrl, queueTimeOutUrl, plan } = payout
    const work = (failWith: ResultCode | undefined) => this.#pay(payout, payout.refusedWith ?? failWith)
    return { conversationId, originatorConversationId, resultUrl, queueTimeOutUrl, plan, work }
  }

  #pay(payout: Payout, failWith: ResultCode | undefined): Outcome {
    const { book, schedule } = this.#parts
    const outcome =
      failWith === undefined ? this.#moveMoney(payout) : { code: failWith, transactionId: book.newReceipt() }
    payout.result = { code: outcome.code, at: schedule.now().toISOString(), receipt: outcome.transactionId }
    this.#parts.changed()
    return outcome
  }

  #moveMoney(payout: Payout): Outcome {
    const { book, handsets, merchant } = this.#parts
    const { phone, amountCents, conversationId, originatorConversationId } = payout
    const account = originatorConversationId
    try {
      const line = book.payOut({ phone, amountCents, account, conversationId, originatorConversationId })
      const received = sayReceived({
        receipt: line.receipt,
        amountCents,
        organization: merchant.organization,
      })
      handsets.say(phone, thenBalance(received, book.balanceOf(phone)))
      return { code: 0, transactionId: line.receipt, parameters: this.#describe(payout, line.receipt) }
    } catch (error) {
      if (!(error instanceof MoneyRefused)) throw error
      return { code: error.code, transactionId: book.newReceipt() }
    }
  }

  #describe(payout: Payout, receipt: string): Parameter[] {
    const { book, schedule } = this.#parts
    const { utilityCents, workingCents } = book.accounts()
    return toParameters({
      TransactionAmount: Number(payout.amountCents / 100n),
      TransactionReceipt: receipt,
      ReceiverPartyPublicName: `${payout.phone} - ${nameOf(payout.phone)}`,
      TransactionCompletedDateTime: toDottedTime(schedule.now()),
      B2CUtilityAccountAvailableFunds: toJsonNumber(utilityCents),
      B2CWorkingAccountAvailableFunds: toJsonNumber(workingCents),
      B2CRecipientIsRegisteredCustomer: 'Y',
      B2CChargesPaidAccountAvailableFunds: toJsonNumber(0n),
    })
  }
}
