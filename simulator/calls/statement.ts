// POST /pulltransactions/v1/register and POST /pulltransactions/v1/query: the last 48 hours.
import type { SentStatementLine } from '#lib/daraja/answers.ts'
import { statementRegisterRequest, statementRequest } from '#lib/daraja/requests.ts'
import type { Book, Transaction } from '../mpesa/book.ts'
import { newRequestId, toDecimal } from '../mpesa/formats.ts'
import { nameOf } from '../mpesa/handsets.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { invalidField, parseFields } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { isOwnShortcode, type Merchant, type Settings } from '../settings.ts'

const reachMs = 48 * 3_600_000

/** Payments into the Working account and out of it. */
const listed: ReadonlySet<Transaction['kind']> = new Set(['stk', 'paybill', 'reversal', 'charge'])

type Parts = {
  merchant: Merchant
  settings: () => Settings
  schedule: Schedule
  book: Book
  kept: readonly string[]
  changed: () => void
}

export class Statements {
  #kept: Set<string>
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.#kept = new Set(parts.kept)
  }

  /** A second registration of a shortcode gives 1001. */
  register(call: Call): Reply {
    const fields = parseFields(statementRegisterRequest, call.body)
    if (!isOwnShortcode(this.#parts.merchant, fields.ShortCode)) throw invalidField('ShortCode')
    const isFirst = !this.#kept.has(fields.ShortCode)
    this.#kept.add(fields.ShortCode)
    this.#parts.changed()
    const json = {
      ResponseRefID: newRequestId(),
      ResponseStatus: isFirst ? '1000' : '1001',
      ShortCode: fields.ShortCode,
      ResponseDescription: isFirst ? 'Shortcode Registered Successfully' : 'ShortCode already Registered',
    }
    return { status: 200, json }
  }

  /** Returns a page of payments and reversals, oldest first; 1001 if empty. */
  pull(call: Call): Reply {
    const { merchant, settings, schedule, book } = this.#parts
    const fields = parseFields(statementRequest, call.body)
    if (!isOwnShortcode(merchant, fields.ShortCode)) throw invalidField('ShortCode')
    if (fields.EndDate < fields.StartDate) throw invalidField('EndDate')
    if (settings().statementNeedsRegistration && !this.#kept.has(fields.ShortCode)) return nothing
    const reachesTo = schedule.now().getTime() - reachMs
    const from = new Date(Math.max(fields.StartDate.getTime(), reachesTo)).toISOString()
    // EndDate includes its whole second.
    const until = new Date(fields.EndDate.getTime() + 1_000).toISOString()
    const page = book
      .transactions()
      .filter(({ kind, at }) => listed.has(kind) && at >= from && at < until)
      .sort((a, b) => a.at.localeCompare(b.at))
      .slice(fields.OffSetValue, fields.OffSetValue + settings().statementPageSize)
    if (page.length === 0) return nothing
    const { reversalLine } = settings()
    const lines = page.map((line) => {
      if (line.kind === 'reversal') return writeReversal(line, merchant, reversalLine)
      return line.kind === 'charge' ? writeCharge(line, merchant) : writeLine(line, merchant)
    })
    return { status: 200, json: { ResponseCode: '1000', Response: [lines] } }
  }

  kept(): string[] {
    return [...this.#kept]
  }

  clear(): void {
    this.#kept.clear()
  }
}

/** M-Pesa's answer without payments, the same for an unregistered shortcode. */
const nothing: Reply = {
  status: 200,
  json: {
    ResponseCode: '1001',
    ResponseMessage: 'No records found or Organization Name not available',
    Response: [],
  },
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

/** Writes a charge as in the portal's statement; Daraja documents no form of it. */
function writeCharge(line: Transaction, merchant: Merchant): SentStatementLine {
  return {
    ...writeLine(line, merchant),
    transactiontype: 'Pay Bill Charge',
    amount: `-${toDecimal(line.amountCents)}`,
  }
}

function writeReversal(
  line: Transaction,
  merchant: Merchant,
  how: Settings['reversalLine'],
): SentStatementLine {
  const amount = toDecimal(line.amountCents)
  return {
    ...writeLine(line, merchant),
    transactionId: how === 'same' ? (line.reversalOf ?? line.receipt) : line.receipt,
    transactiontype: how === 'named' || how === 'positive' ? 'pay-bill-reversal' : 'c2b-pay-bill-debit',
    billreference: how === 'named' || how === 'positive' ? (line.reversalOf ?? '') : line.account,
    amount: how === 'positive' ? amount : `-${amount}`,
  }
}
