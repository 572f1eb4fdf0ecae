// POST /mpesa/accountbalance/v1/query: what the merchant's accounts hold.
import { z } from 'zod'
import type { Book } from './book.ts'
import { callbackUrl, identifier, parseFields, shortcode, text } from './fields.ts'
import { toDecimal } from './figures.ts'
import { newRequestId } from './identifiers.ts'
import type { Initiator } from './initiator.ts'
import { toStamp } from './nairobi-time.ts'
import type { OutcomeChoice } from './outcome-choice.ts'
import { invalidField, type Reply } from './refusal.ts'
import type { Outcome, Results } from './result.ts'
import type { Call } from './router.ts'
import type { Schedule } from './schedule.ts'
import { isOwnShortcode, type Merchant } from './settings.ts'

const requestSchema = z.object({
  Initiator: text(1, 100),
  SecurityCredential: z.string(),
  CommandID: z.literal('AccountBalance'),
  PartyA: shortcode,
  IdentifierType: identifier('1', '2', '4'),
  Remarks: text(1, 100),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
})

type Parts = {
  merchant: Merchant
  book: Book
  schedule: Schedule
  initiator: Initiator
  choice: OutcomeChoice
  results: Results
}

export class Balance {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async query(call: Call): Promise<Reply> {
    const { merchant, book, schedule, initiator, choice, results } = this.#parts
    const fields = parseFields(requestSchema, call.body)
    if (!isOwnShortcode(merchant, fields.PartyA)) throw invalidField('PartyA')
    const refusedWith = initiator.check(fields.Initiator, fields.SecurityCredential)
    const asked = {
      conversationId: results.newConversationId(),
      originatorConversationId: newRequestId(),
      resultUrl: fields.ResultURL,
      queueTimeOutUrl: fields.QueueTimeOutURL,
      plan: choice.take('balance'),
      work: (forced: Outcome['code'] | undefined): Outcome => {
        const transactionId = book.newReceipt()
        const code = refusedWith ?? forced
        if (code !== undefined) return { code, transactionId }
        const parameters = [
          { Key: 'AccountBalance', Value: writeBalances(book) },
          { Key: 'BOCompletedTime', Value: Number(toStamp(schedule.now())) },
        ]
        return { code: 0, transactionId, parameters }
      },
    }
    return results.accept(asked, 'balance')
  }
}

/** `Working Account|KES|700000.00|700000.00|0.00|0.00&Float Account|…`: all five accounts of a shortcode. */
function writeBalances(book: Book): string {
  const { workingCents, utilityCents } = book.accounts()
  return [
    writeAccount('Working Account', workingCents),
    writeAccount('Float Account', 0n),
    writeAccount('Utility Account', utilityCents),
    writeAccount('Charges Paid Account', 0n),
    writeAccount('Organization Settlement Account', 0n),
  ].join('&')
}

/** Current, available, reserved and unclear. */
export function writeAccount(name: string, cents: bigint): string {
  return [name, 'KES', toDecimal(cents), toDecimal(cents), '0.00', '0.00'].join('|')
}
