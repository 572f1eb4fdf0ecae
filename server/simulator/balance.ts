// POST /mpesa/accountbalance/v1/query: what the merchant's accounts hold.
import { z } from 'zod'
import type { Book } from './book.ts'
import { callbackUrl, parseFields, shortcode, text } from './fields.ts'
import { toDecimal } from './figures.ts'
import { newRequestId } from './identifiers.ts'
import type { Initiator } from './initiator.ts'
import type { OutcomeChoice } from './outcome-choice.ts'
import { invalidField, type Reply } from './refusal.ts'
import type { Outcome, Results } from './result.ts'
import type { Call } from './router.ts'
import type { Merchant } from './settings.ts'

const requestSchema = z.object({
  Initiator: text(1, 100),
  SecurityCredential: z.string(),
  CommandID: z.literal('AccountBalance'),
  PartyA: shortcode,
  IdentifierType: z.union([z.literal('4'), z.literal(4)]),
  Remarks: text(1, 100),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
})

type Parts = { merchant: Merchant; book: Book; initiator: Initiator; choice: OutcomeChoice; results: Results }

export class Balance {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async query(call: Call): Promise<Reply> {
    const { merchant, book, initiator, choice, results } = this.#parts
    const fields = parseFields(requestSchema, call.body)
    if (fields.PartyA !== merchant.shortcode) throw invalidField('PartyA')
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
        return { code: 0, transactionId, parameters: [{ Key: 'AccountBalance', Value: writeBalance(book) }] }
      },
    }
    return results.accept(asked, 'balance')
  }
}

/** `Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|…`: current, available, reserved, unclear. */
function writeBalance(book: Book): string {
  const { workingCents, utilityCents } = book.accounts()
  const lines: [string, bigint][] = [
    ['Working Account', workingCents],
    ['Utility Account', utilityCents],
  ]
  return lines
    .map(([name, cents]) => [name, 'KES', toDecimal(cents), toDecimal(cents), '0.00', '0.00'].join('|'))
    .join('&')
}
