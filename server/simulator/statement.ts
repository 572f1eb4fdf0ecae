// POST /pulltransactions/v1/query: what was paid to the shortcode in the last 48 hours.
import { z } from 'zod'
import type { Book, Transaction } from './book.ts'
import { parseFields, shortcode } from './fields.ts'
import { toDecimal } from './figures.ts'
import { nameOf } from './handsets.ts'
import { fromStatementTime } from './nairobi-time.ts'
import { invalidField, type Reply } from './refusal.ts'
import type { Call } from './router.ts'
import type { Schedule } from './schedule.ts'
import { isOwnShortcode, type Merchant, type Settings } from './settings.ts'

const moment = z.string().transform((text, context) => {
  const at = fromStatementTime(text)
  if (!at) context.addIssue({ code: 'custom', message: 'no moment' })
  return at ?? new Date(0)
})

const requestSchema = z.object({
  ShortCode: shortcode,
  StartDate: moment,
  EndDate: moment,
  OffSetValue: z.union([z.number(), z.string()]).transform(Number).pipe(z.number().int().min(0)),
})

const reachMs = 48 * 3_600_000

type Parts = { merchant: Merchant; settings: () => Settings; schedule: Schedule; book: Book }

export class Statement {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Lines oldest first, `statementPageSize` of them from OffSetValue on; 1001 where there are none. */
  query(call: Call): Reply {
    const { merchant, settings, schedule, book } = this.#parts
    const fields = parseFields(requestSchema, call.body)
    if (!isOwnShortcode(merchant, fields.ShortCode)) throw invalidField('ShortCode')
    if (fields.EndDate < fields.StartDate) throw invalidField('EndDate')
    const from = new Date(
      Math.max(fields.StartDate.getTime(), schedule.now().getTime() - reachMs),
    ).toISOString()
    // EndDate has whole seconds: the second that it names belongs to the period.
    const until = new Date(fields.EndDate.getTime() + 1_000).toISOString()
    const page = book
      .transactions()
      .filter(
        (line) => (line.kind === 'stk' || line.kind === 'paybill') && line.at >= from && line.at < until,
      )
      .sort((a, b) => a.at.localeCompare(b.at))
      .slice(fields.OffSetValue, fields.OffSetValue + settings().statementPageSize)
    if (page.length === 0) return { status: 200, json: { ResponseCode: '1001', Response: [] } }
    return {
      status: 200,
      json: { ResponseCode: '1000', Response: [page.map((line) => writeLine(line, merchant))] },
    }
  }
}

function writeLine(line: Transaction, merchant: Merchant) {
  return {
    transactionId: line.receipt,
    trxDate: line.at.replace(/\.\d+Z$/, 'Z'),
    msisdn: line.phone,
    sender: nameOf(line.phone),
    transactiontype: line.kind === 'stk' ? 'c2b-pay-bill-online-debit' : 'c2b-pay-bill-debit',
    billreference: line.account,
    amount: toDecimal(line.amountCents),
    organizationname: merchant.organization,
  }
}
