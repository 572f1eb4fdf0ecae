// POST /mpesa/reversal/v1/request: gives a collected payment back to its payer.
import { z } from 'zod'
import { writeAccount } from './balance.ts'
import { type Book, MoneyRefused, type Transaction } from './book.ts'
import { callbackUrl, identifier, parseFields, shillings, shortcode, text } from './fields.ts'
import { toGrouped, toJsonNumber } from './figures.ts'
import { type Handsets, nameOf } from './handsets.ts'
import { newRequestId } from './identifiers.ts'
import type { Initiator } from './initiator.ts'
import { toStamp } from './nairobi-time.ts'
import type { OutcomeChoice } from './outcome-choice.ts'
import { invalidField, type Reply } from './refusal.ts'
import type { Outcome, Parameter, Results } from './result.ts'
import type { Call } from './router.ts'
import type { Schedule } from './schedule.ts'
import { isOwnShortcode, type Merchant } from './settings.ts'

const requestSchema = z.object({
  Initiator: text(1, 100),
  SecurityCredential: z.string(),
  CommandID: z.literal('TransactionReversal'),
  TransactionID: text(1, 20),
  Amount: shillings(1, 250_000),
  ReceiverParty: shortcode,
  // Spelt so by Safaricom.
  RecieverIdentifierType: identifier('4', '11'),
  ResultURL: callbackUrl,
  QueueTimeOutURL: callbackUrl,
  Remarks: text(2, 100),
  Occasion: text(0, 100).optional(),
})

type Parts = {
  merchant: Merchant
  book: Book
  schedule: Schedule
  handsets: Handsets
  initiator: Initiator
  choice: OutcomeChoice
  results: Results
}

export class Reversal {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async request(call: Call): Promise<Reply> {
    const { merchant, initiator, choice, results } = this.#parts
    const fields = parseFields(requestSchema, call.body)
    if (!isOwnShortcode(merchant, fields.ReceiverParty)) throw invalidField('ReceiverParty')
    const refusedWith = initiator.check(fields.Initiator, fields.SecurityCredential)
    const ids = { conversationId: results.newConversationId(), originatorConversationId: newRequestId() }
    const asked = {
      ...ids,
      resultUrl: fields.ResultURL,
      queueTimeOutUrl: fields.QueueTimeOutURL,
      plan: choice.take('reversal'),
      work: (forced: Outcome['code'] | undefined) =>
        this.#reverse(fields.TransactionID, fields.Amount, ids, refusedWith ?? forced),
    }
    return results.accept(asked, `reversal ${fields.TransactionID}`)
  }

  /** Only whole payments that came in; another amount than was paid is 2028, for want of a documented code. */
  #reverse(
    receipt: string,
    amountCents: bigint,
    ids: { conversationId: string; originatorConversationId: string },
    forced: Outcome['code'] | undefined,
  ): Outcome {
    const { book, handsets, merchant } = this.#parts
    const fail = (code: Outcome['code']): Outcome => ({ code, transactionId: book.newReceipt() })
    if (forced !== undefined) return fail(forced)
    const line = book.find(receipt)
    if (!line || (line.kind !== 'stk' && line.kind !== 'paybill')) return fail('R000002')
    if (line.reversedBy) return fail('R000001')
    if (line.amountCents !== amountCents) return fail(2028)
    try {
      const reversal = book.reverse(line, ids)
      const amount = toGrouped(line.amountCents)
      handsets.say(
        line.phone,
        `${reversal.receipt} Confirmed. Your payment ${receipt} of Ksh${amount} to ${merchant.organization} was reversed on {when}. New M-PESA balance is Ksh${toGrouped(book.balanceOf(line.phone))}.`,
      )
      return { code: 0, transactionId: reversal.receipt, parameters: this.#describe(line) }
    } catch (error) {
      if (!(error instanceof MoneyRefused)) throw error
      return fail(error.code)
    }
  }

  #describe(original: Transaction): Parameter[] {
    const { book, schedule, merchant } = this.#parts
    return [
      { Key: 'DebitAccountBalance', Value: writeAccount('Working Account', book.accounts().workingCents) },
      { Key: 'Amount', Value: toJsonNumber(original.amountCents) },
      { Key: 'TransCompletedTime', Value: Number(toStamp(schedule.now())) },
      { Key: 'OriginalTransactionID', Value: original.receipt },
      { Key: 'Charge', Value: 0 },
      { Key: 'CreditPartyPublicName', Value: `${original.phone} - ${nameOf(original.phone)}` },
      { Key: 'DebitPartyPublicName', Value: `${merchant.shortcode} - ${merchant.organization}` },
    ]
  }
}
