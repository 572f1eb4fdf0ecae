// POST /mpesa/reversal/v1/request: returns a payment to the payer.
import { reversalRequest } from '#lib/daraja/requests.ts'
import { type Book, MoneyRefused, type Transaction } from '../mpesa/book.ts'
import { toJsonNumber, toStamp } from '../mpesa/formats.ts'
import { type Handsets, nameOf } from '../mpesa/handsets.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { sayReversed, thenBalance } from '../mpesa/words.ts'
import { invalidField, parseFields } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { isOwnShortcode, type Merchant } from '../settings.ts'
import { type Outcome, type Parameter, type Results, toParameters } from './answers.ts'
import { writeAccount } from './balance.ts'

type Parts = { merchant: Merchant; book: Book; schedule: Schedule; handsets: Handsets; results: Results }
type Ids = { conversationId: string; originatorConversationId: string }

export async function requestReversal(parts: Parts, call: Call): Promise<Reply> {
  const fields = parseFields(reversalRequest, call.body)
  if (!isOwnShortcode(parts.merchant, fields.ReceiverParty)) throw invalidField('ReceiverParty')
  const { TransactionID: receipt, Amount: amountCents } = fields
  return parts.results.order('reversal', fields, receipt, (ids) => reverse(parts, receipt, amountCents, ids))
}

/** Reverses whole payments. Another amount fails with 2028, because no source names a code. */
function reverse(parts: Parts, receipt: string, amountCents: bigint, ids: Ids): Outcome {
  const { book, handsets, merchant } = parts
  const fail = (code: Outcome['code']): Outcome => ({ code, transactionId: book.newReceipt() })
  const line = book.find(receipt)
  if (!line || (line.kind !== 'stk' && line.kind !== 'paybill')) return fail('R000002')
  if (line.reversedBy) return fail('R000001')
  if (line.amountCents !== amountCents) return fail(2028)
  try {
    const reversal = book.reverse(line, ids)
    const { organization } = merchant
    const said = sayReversed(reversal.receipt, { receipt, amountCents, organization })
    handsets.say(line.phone, thenBalance(said, book.balanceOf(line.phone)))
    return { code: 0, transactionId: reversal.receipt, parameters: describeReversal(parts, line) }
  } catch (error) {
    if (!(error instanceof MoneyRefused)) throw error
    return fail(error.code)
  }
}

function describeReversal({ book, schedule, merchant }: Parts, original: Transaction): Parameter[] {
  return toParameters({
    DebitAccountBalance: writeAccount('Working Account', book.accounts().workingCents),
    Amount: toJsonNumber(original.amountCents),
    TransCompletedTime: Number(toStamp(schedule.now())),
    OriginalTransactionID: original.receipt,
    Charge: 0,
    CreditPartyPublicName: `${original.phone} - ${nameOf(original.phone)}`,
    DebitPartyPublicName: `${merchant.shortcode} - ${merchant.organization}`,
  })
}
