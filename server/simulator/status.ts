// POST /mpesa/transactionstatus/v1/query: what became of a receipt, or of a payout or reversal by one of
// its conversation ids.
import { z } from 'zod'
import type { B2c, Payout } from './b2c.ts'
import type { Book, Transaction } from './book.ts'
import { callbackUrl, identifier, parseFields, shortcode, text } from './fields.ts'
import { toJsonNumber } from './figures.ts'
import { nameOf } from './handsets.ts'
import { newRequestId } from './identifiers.ts'
import type { Initiator } from './initiator.ts'
import { toStamp } from './nairobi-time.ts'
import type { OutcomeChoice } from './outcome-choice.ts'
import { invalidField, type Reply } from './refusal.ts'
import type { Outcome, Parameter, Results } from './result.ts'
import type { Call } from './router.ts'
import { isOwnShortcode, type Merchant } from './settings.ts'

const requestSchema = z.object({
  Initiator: text(1, 100),
  SecurityCredential: z.string(),
  CommandID: z.literal('TransactionStatusQuery'),
  TransactionID: text(0, 20).optional(),
  OriginalConversationID: text(0, 60).optional(),
  PartyA: shortcode,
  IdentifierType: identifier('1', '2', '4'),
  ResultURL: callbackUrl,
  QueueTimeOutURL: callbackUrl,
  Remarks: text(1, 100),
  Occasion: text(0, 100).optional(),
})

type Parts = {
  merchant: Merchant
  book: Book
  b2c: B2c
  initiator: Initiator
  choice: OutcomeChoice
  results: Results
}

export class Status {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async query(call: Call): Promise<Reply> {
    const { merchant, initiator, choice, results } = this.#parts
    const fields = parseFields(requestSchema, call.body)
    if (!isOwnShortcode(merchant, fields.PartyA)) throw invalidField('PartyA')
    const { TransactionID: receipt = '', OriginalConversationID: conversationId = '' } = fields
    if (receipt === '' && conversationId === '') throw invalidField('TransactionID')
    const refusedWith = initiator.check(fields.Initiator, fields.SecurityCredential)
    const asked = {
      conversationId: results.newConversationId(),
      originatorConversationId: newRequestId(),
      resultUrl: fields.ResultURL,
      queueTimeOutUrl: fields.QueueTimeOutURL,
      plan: choice.take('status'),
      work: (forced: Outcome['code'] | undefined) => {
        const code = refusedWith ?? forced
        if (code !== undefined) return { code, transactionId: this.#parts.book.newReceipt() }
        return this.#look(receipt, conversationId)
      },
    }
    return results.accept(asked, `status ${receipt}${conversationId}`)
  }

  #look(receipt: string, conversationId: string): Outcome {
    const { book, b2c } = this.#parts
    const transactionId = book.newReceipt()
    const line = book.find(receipt) ?? book.findReversal(conversationId)
    const payout = b2c.find(line?.conversationId ?? conversationId)
    if (payout) return { code: 0, transactionId, parameters: this.#describePayout(payout) }
    if (line) return { code: 0, transactionId, parameters: this.#describeLine(line) }
    return { code: 'R000002', transactionId }
  }

  #describePayout(payout: Payout): Parameter[] {
    const { merchant } = this.#parts
    const { result } = payout
    const reason = 'Business Payment to Customer via API'
    return write({
      DebitPartyName: `${merchant.shortcode} - ${merchant.organization}`,
      OriginatorConversationID: payout.originatorConversationId,
      InitiatedTime: Number(toStamp(new Date(payout.at))),
      DebitAccountType: 'Utility Account',
      DebitPartyCharges: '',
      TransactionReason: reason,
      ReasonType: reason,
      TransactionStatus: result ? (result.code === 0 ? 'Completed' : 'Failed') : 'Pending',
      FinalisedTime: result ? Number(toStamp(new Date(result.at))) : '',
      Amount: toJsonNumber(payout.amountCents),
      ConversationID: payout.conversationId,
      ReceiptNo: result?.code === 0 ? result.receipt : '',
    })
  }

  #describeLine(line: Transaction): Parameter[] {
    const { merchant } = this.#parts
    const at = Number(toStamp(new Date(line.at)))
    const fromUs = line.kind === 'reversal'
    const reason = fromUs ? 'Transaction Reversal' : 'Pay Bill Online'
    return write({
      DebitPartyName: fromUs
        ? `${merchant.shortcode} - ${merchant.organization}`
        : `${line.phone} - ${nameOf(line.phone)}`,
      OriginatorConversationID: line.originatorConversationId ?? '',
      InitiatedTime: at,
      DebitAccountType: fromUs ? 'Working Account' : 'MMF Account For Customer',
      DebitPartyCharges: '',
      TransactionReason: reason,
      ReasonType: reason,
      TransactionStatus: 'Completed',
      FinalisedTime: at,
      Amount: toJsonNumber(line.amountCents),
      ConversationID: line.conversationId ?? '',
      ReceiptNo: line.receipt,
    })
  }
}

function write(values: Record<string, unknown>): Parameter[] {
  return Object.entries(values).map(([Key, Value]) => ({ Key, Value }))
}
