import { sql } from 'kysely'
import { addSeconds, nairobiDayStart, nairobiTimestamp, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { parseShillings } from '#lib/core/money.ts'
import { type StatementLine, statementAnswer, statementLine } from '#lib/daraja/answers.ts'
import { pullStatement } from '#lib/domain/mpesa/client.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { OWN_SOURCE } from './callback-source.ts'
import { storeCallback } from './inbox.ts'
import { normaliseReference } from './lock-batch.ts'
import { parseStatementDate } from './read-callback.ts'

/** Daraja's word for "no transactions". */
const NONE = '1001'
const MOST_PAGES = 200
/** Nairobi knows no summer time. */
const DAY_SECONDS = 24 * 3_600

/** The statement could not be read; the job is tried again. */
export class StatementError extends Error {}

/**
 * Reads M-Pesa's own statement of the last hours. Every payment that we had not heard of goes into the inbox: callbacks that
 * got lost are found here. Every receipt that it lists is marked so, and each whole day of it is noted, so that the books can
 * be compared with it (invariants.ts).
 * @returns how many were news
 * @throws StatementError where M-Pesa gave no statement
 */
export async function reconcileStatement(hours: number): Promise<number> {
  const to = now()
  const from = addSeconds(to, -hours * 3_600)
  const days = new Map(wholeDays(from, to).map((day) => [day, { lines: 0, amount: 0n }]))
  let news = 0
  for (let page = 0, offset = 0; page < MOST_PAGES; page++) {
    const lines = await readPage(from, to, offset)
    if (lines.length === 0) {
      await noteDays(days)
      break
    }
    const listed = readLines(lines)
    for (const { day, amount } of listed) {
      const sum = days.get(day)
      if (sum) days.set(day, { lines: sum.lines + 1, amount: sum.amount + amount })
    }
    news += await storeNews(listed)
    await markListed(listed)
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

/** A line that can be read, with what is compared of it. */
type Listed = {
  readonly line: StatementLine
  readonly receipt: string
  /** Cents. */
  readonly amount: bigint
  /** The day in Nairobi, as YYYYMMDD. */
  readonly day: string
}

function readLines(lines: readonly unknown[]): Listed[] {
  return lines.flatMap((line) => {
    const parsed = statementLine.safeParse(line)
    const receipt = parsed.success ? readReceipt(parsed.data.transactionId) : null
    const amount = parsed.success ? parseShillings(parsed.data.amount) : null
    if (!parsed.success || receipt === null || amount === null || amount === 0n) {
      log.error({ receipt: parsed.data?.transactionId }, 'a line of the statement is not readable')
      return []
    }
    const at = parseStatementDate(parsed.data.trxDate) ?? now()
    return [{ line: parsed.data, receipt, amount, day: nairobiDay(at) }]
  })
}

/** A moment's day in Nairobi, as YYYYMMDD. */
const nairobiDay = (moment: Date) => nairobiTimestamp(moment).slice(0, 8)

/** The days in Nairobi that lie wholly between two moments, as YYYYMMDD. */
function wholeDays(from: Date, to: Date): string[] {
  const days: string[] = []
  for (let start = nairobiDayStart(from); ; ) {
    const end = addSeconds(start, DAY_SECONDS)
    if (end > to) return days
    if (start >= from) days.push(nairobiDay(start))
    start = end
  }
}

/** Marks the receipts that are not marked yet: what the statement said of one first stays. */
async function markListed(listed: readonly Listed[]): Promise<void> {
  const lines = sql<{ receipt: string; day: Date; amount: bigint }>`unnest(
    ${listed.map(({ receipt }) => receipt)}::text[], ${listed.map(({ day }) => day)}::date[],
    ${listed.map(({ amount }) => amount)}::bigint[])`
  await kysely(db())
    .updateTable('mpesa_receipt as r')
    .from(lines.as<'l'>(sql`l(receipt, day, amount)`))
    .set((eb) => ({ listed_on: eb.ref('l.day'), listed_amount: eb.ref('l.amount') }))
    .whereRef('r.receipt', '=', 'l.receipt')
    .where('r.listed_on', 'is', null)
    .execute()
}

async function noteDays(
  days: ReadonlyMap<string, { readonly lines: number; readonly amount: bigint }>,
): Promise<void> {
  if (days.size === 0) return
  const read_at = now()
  await kysely(db())
    .insertInto('statement_day')
    .values([...days].map(([day, sum]) => ({ day, ...sum, read_at })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        lines: eb.ref('excluded.lines'),
        amount: eb.ref('excluded.amount'),
        read_at: eb.ref('excluded.read_at'),
      })),
    )
    .execute()
}

async function storeNews(listed: readonly Listed[]): Promise<number> {
  const settled = await settledReceipts(listed)
  const news = listed.filter(({ receipt }) => !settled.has(receipt))
  for (const { line } of news) {
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
 * payment, is news where its line has another account number than that payment: settlement may hand it over (policy.ts,
 * `isOnlyNamed`), and from then on the statement has told it. A line that names no payment of ours, with the amount that
 * the callback told, is stored the first time only: settlement may decide that it changes nothing.
 */
async function settledReceipts(listed: readonly Listed[]): Promise<Set<string>> {
  const lines = sql<{ receipt: string; reference: string; amount: bigint }>`unnest(
    ${listed.map(({ receipt }) => receipt)}::text[],
    ${listed.map(({ line }) => normaliseReference(line.billreference))}::text[],
    ${listed.map(({ amount }) => amount)}::bigint[])`
  const found = await kysely(db())
    .selectFrom(lines.as<'line'>(sql`line(receipt, reference, amount)`))
    .innerJoin('mpesa_receipt as r', 'r.receipt', 'line.receipt')
    .select('r.receipt')
    .where((eb) => {
      const counted = eb
        .selectFrom('payment_intent as i')
        .select('i.id')
        .whereRef('i.id', '=', 'r.intent_id')
        .where('i.state', '=', 'credited')
        .whereRef('i.account_reference', '<>', 'line.reference')
      const named = eb
        .selectFrom('payment_intent as o')
        .select('o.id')
        .whereRef('o.account_reference', '=', 'line.reference')
        .whereRef('o.id', '<>', 'r.intent_id')
      return eb.not(
        eb.and([
          eb('r.source', '=', 'callback'),
          eb('r.status', 'in', ['credited', 'unmatched']),
          eb.exists(counted),
          eb.or([
            eb.exists(named),
            eb('r.listed_on', 'is', null),
            eb('r.amount', '<>', eb.ref('line.amount')),
          ]),
        ]),
      )
    })
    .execute()
  return new Set(found.map((row) => row.receipt))
}
