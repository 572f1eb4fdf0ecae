// POST /mpesa/transactionstatus/v1/query, by receipt or conversation id.
import { transactionStatusRequest } from '#lib/daraja/requests.ts'
import type { Book, Transaction } from '../mpesa/book.ts'
import { toJsonNumber, toStamp } from '../mpesa/formats.ts'
import { nameOf } from '../mpesa/handsets.ts'
import { invalidField, parseFields } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { isOwnShortcode, type Merchant } from '../settings.ts'
import { type Outcome, type Parameter, type Results, toParameters } from './answers.ts'
import type { B2c, Payout } from './b2c.ts'

type Parts = { merchant: Merchant; book: Book; b2c: B2c; results: Results }

export async function queryStatus(parts: Parts, call: Call): Promise<Reply> {
  const { merchant, results } = parts
  const fields = parseFields(transactionStatusRequest, call.body)
  if (!isOwnShortcode(merchant, fields.PartyA)) throw invalidField('PartyA')
  const { TransactionID: receipt = '', OriginalConversationID: conversationId = '' } = fields
  if (receipt === '' && conversationId === '') throw invalidField('TransactionID')
  return results.order('status', fields, receipt + conversationId, () => find(parts, receipt, conversationId))
}

function find({ merchant, book, b2c }: Parts, receipt: string, conversationId: string): Outcome {
  const transactionId = book.newReceipt()
  const line = book.find(receipt) ?? book.findReversal(conversationId)
  const payout = b2c.find(line?.conversationId ?? conversationId)
  if (payout) return { code: 0, transactionId, parameters: describePayout(merchant, payout) }
  if (line) return { code: 0, transactionId, parameters: describeLine(merchant, line) }
  return { code: 'R000002', transactionId }
}

function describePayout(merchant: Merchant, payout: Payout): Parameter[] {
  const { result } = payout
  const reason = 'Business Payment to Customer via API'
  return toParameters({
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

function describeLine(merchant: Merchant, line: Transaction): Parameter[] {
  const at = Number(toStamp(new Date(line.at)))
  const isReversal = line.kind === 'reversal'
  const reason = isReversal ? 'Transaction Reversal' : 'Pay Bill Online'
  return toParameters({
    DebitPartyName: isReversal
      ? `${merchant.shortcode} - ${merchant.organization}`
      : `${line.phone} - ${nameOf(line.phone)}`,
    OriginatorConversationID: line.originatorConversationId ?? '',
    InitiatedTime: at,
    DebitAccountType: isReversal ? 'Working Account' : 'MMF Account For Customer',
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
