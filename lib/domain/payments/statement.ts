import { addSeconds, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { pullStatement } from '#lib/domain/mpesa/client.ts'
import { type StatementLine, statementAnswer, statementLine } from '#lib/domain/mpesa/schema.ts'
import { OWN_SOURCE } from './callback-source.ts'
import { storeCallback } from './inbox.ts'
import { normaliseReference } from './touched.ts'

/** Daraja's word for "no transactions". */
const NONE = '1001'
const MOST_PAGES = 200

/** The statement could not be read; the job is tried again. */
export class StatementError extends Error {}

/**
 * Reads M-Pesa's own statement of the last hours and puts every payment that we had not heard of into the inbox:
 * callbacks that got lost are found here (design/money.md, Timers).
 * @returns how many were news
 * @throws StatementError where M-Pesa gave no statement
 */
export async function reconcileStatement(hours: number): Promise<number> {
  const to = now()
  const from = addSeconds(to, -hours * 3_600)
  let news = 0
  for (let page = 0, offset = 0; page < MOST_PAGES; page++) {
    const lines = await readPage(from, to, offset)
    if (lines.length === 0) break
    news += await storeUnknown(lines)
    offset += lines.length
  }
  return news
}

async function readPage(from: Date, to: Date, offset: number): Promise<unknown[]> {
  const answer = await pullStatement(from, to, offset)
  if (answer.kind !== 'answered') throw new StatementError(answer.reason)
  const parsed = statementAnswer.safeParse(answer.body)
  if (!parsed.success) throw new StatementError(`status ${answer.status}`)
  return parsed.data.ResponseCode === NONE ? [] : parsed.data.Response.flat()
}

async function storeUnknown(lines: readonly unknown[]): Promise<number> {
  const readable = lines.flatMap((line) => {
    const parsed = statementLine.safeParse(line)
    return parsed.success ? [parsed.data] : []
  })
  const settled = await settledReceipts(readable)
  const news = readable.filter((line) => !settled.has(receiptOf(line)))
  for (const line of news) {
    await storeCallback({
      kind: 'statement',
      intentId: null,
      sourceAddress: OWN_SOURCE,
      body: JSON.stringify(line),
    })
  }
  return news.length
}

/**
 * The receipts of these lines of which the statement tells nothing new. One that a callback alone has told, for a counted
 * payment, is news where its line names another payment of ours: settlement hands it over (policy.ts, `isOnlyNamed`), and
 * from then on the statement has told it.
 */
async function settledReceipts(lines: readonly StatementLine[]): Promise<Set<string>> {
  const found = await rows<{ receipt: string }>(
    db(),
    `SELECT r.receipt FROM unnest($1::text[], $2::text[]) AS line(receipt, reference)
      JOIN mpesa_receipt r ON r.receipt = line.receipt
      WHERE NOT (r.source = 'callback' AND r.status IN ('credited', 'unmatched')
        AND EXISTS (SELECT FROM payment_intent i WHERE i.id = r.intent_id AND i.state = 'credited')
        AND EXISTS (SELECT FROM payment_intent o WHERE o.account_reference = line.reference AND o.id <> r.intent_id))`,
    [lines.map(receiptOf), lines.map((line) => normaliseReference(line.billreference))],
  )
  return new Set(found.map((row) => row.receipt))
}

function receiptOf(line: StatementLine): string {
  return line.transactionId.trim().toUpperCase()
}
