// POST /pulltransactions/v1/query: the payments of the last 48 hours.
import type { SentStatementLine } from '#lib/daraja/answers.ts'
import { statementRequest } from '#lib/daraja/requests.ts'
import type { Book, Transaction } from '../mpesa/book.ts'
import { toDecimal } from '../mpesa/formats.ts'
import { nameOf } from '../mpesa/handsets.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { invalidField, parseFields } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { isOwnShortcode, type Merchant, type Settings } from '../settings.ts'

const reachMs = 48 * 3_600_000

type Parts = { merchant: Merchant; settings: () => Settings; schedule: Schedule; book: Book }

/** Lists payments oldest first, `statementPageSize` of them from OffSetValue on; 1001 where there are none. */
export function pullStatement(parts: Parts, call: Call): Reply {
  const { merchant, settings, schedule, book } = parts
  const fields = parseFields(statementRequest, call.body)
  if (!isOwnShortcode(merchant, fields.ShortCode)) throw invalidField('ShortCode')
  if (fields.EndDate < fields.StartDate) throw invalidField('EndDate')
  const reachesTo = schedule.now().getTime() - reachMs
  const from = new Date(Math.max(fields.StartDate.getTime(), reachesTo)).toISOString()
  // EndDate has whole seconds: the second that it names belongs to the period.
  const until = new Date(fields.EndDate.getTime() + 1_000).toISOString()
  const page = book
    .transactions()
    .filter(({ kind, at }) => (kind === 'stk' || kind === 'paybill') && at >= from && at < until)
    .sort((a, b) => a.at.localeCompare(b.at))
    .slice(fields.OffSetValue, fields.OffSetValue + settings().statementPageSize)
  if (page.length === 0) return { status: 200, json: { ResponseCode: '1001', Response: [] } }
  const lines = page.map((line) => writeLine(line, merchant))
  return { status: 200, json: { ResponseCode: '1000', Response: [lines] } }
}

function writeLine(line: Transaction, merchant: Merchant): SentStatementLine {
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
