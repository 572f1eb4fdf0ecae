import { sql } from 'kysely'
import { addSeconds, nairobiDayStart, nairobiTimestamp, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { parseShillings } from '#lib/core/money.ts'
import { type StatementLine, statementAnswer, statementLine } from '#lib/daraja/answers.ts'
import { pullStatement } from '#lib/domain/mpesa/client.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { type KeptStatement, keptStatement, noteStatementKept } from '#lib/domain/mpesa/registered.ts'
import { OWN_SOURCE } from './callback-source.ts'
import { storeCallback } from './inbox.ts'
import { normaliseReference } from './lock-batch.ts'
import { parseStatementDate } from './read-callback.ts'
import { isChargeLine, noteCharges } from './statement-charges.ts'
import { noteStatementRead, statementReadTo } from './statement-read.ts'
import { isReversalLine, noteReversals } from './statement-reversals.ts'

/** Daraja's codes for "transactions" and "no transactions"; the second also if there is no statement. */
const LISTED = '1000'
const NONE = '1001'
/** Most pages read per period; a longer period is read in halves. */
const MOST_PAGES = 200
/**
 * M-Pesa reaches back 48 hours. At that limit the oldest rows drop out while pages are read, which shifts
 * offsets and hides rows. So an hour is left for the reading. The nightly reading needs 25 hours.
 */
const MOST_HOURS = 47
/** Each reading overlaps the last one by at least this: M-Pesa may list a payment late. */
const OVERLAP_SECONDS = 15 * 60
/** Nairobi has no summer time. */
const DAY_SECONDS = 24 * 3_600

/** The statement could not be read; the job retries. */
export class StatementError extends Error {}

/**
 * Reads M-Pesa's statement of the last `hours`, and of any earlier time that is unread. Unknown payments go
 * into the inbox, which finds lost callbacks. Stores reversals (statement-reversals.ts), books charges
 * (statement-charges.ts), marks every listed receipt, and records each complete day for a comparison with the
 * books (invariants.ts) and the closing of months. While M-Pesa has never listed a payment of ours, an empty
 * answer proves nothing: that time stays unread.
 * @param hours capped at 47
 * @returns how many payments were new
 * @throws StatementError if M-Pesa gave no statement, or lists too much in one second
 */
export async function reconcileStatement(hours: number, mostPages = MOST_PAGES): Promise<number> {
  const to = now()
  // Asked before the reading: a registration meanwhile does not apply to it.
  const known = await keptStatement(db())
  const from = await beginOf(to, hours, known)
  const days = new Map(wholeDays(from, to).map((day) => [day, { lines: 0, amount: 0n }]))
  const slices: Slice[] = [{ from, to }]
  let before: ReadonlySet<string> = new Set()
  let news = 0
  let isEmpty = true
  for (let slice = slices.pop(); slice; slice = slices.pop()) {
    const read = await readSlice(slice, mostPages)
    news += read.news
    if (!read.isWhole) {
      const [first, second] = halvesOf(slice, mostPages)
      slices.push(second, first)
      continue
    }
    for (const [receipt, { day, amount }] of read.lines) {
      const sum = days.get(day)
      // The second in which two slices meet belongs to both.
      if (sum && !before.has(receipt)) days.set(day, { lines: sum.lines + 1, amount: sum.amount + amount })
    }
    before = new Set(read.lines.keys())
    isEmpty &&= read.lines.size === 0
  }
  if (!isEmpty) await noteStatementKept(to)
  const kept = isEmpty ? known : await keptStatement(db())
  if (kept === null) {
    log.warn('M-Pesa lists nothing, and is not known to keep a statement for us: was it registered?')
    return news
  }
  await noteDays(new Map([...days].filter(([day]) => day > nairobiDay(kept.since))))
  await noteStatementRead(to)
  return news
}

/** The schedule reads the statement at this interval (workers/schedules.ts). */
const BY_CLOCK_SECONDS = 15 * 60

/**
 * Reads the last two hours, unless the statement was read within 15 minutes and after M-Pesa was known to
 * have one for us.
 */
export async function reconcileUnread(): Promise<void> {
  const [kept, read] = await Promise.all([keptStatement(db()), statementReadTo(db())])
  const isRead =
    kept !== null && read !== null && read >= kept.notedAt && read > addSeconds(now(), -BY_CLOCK_SECONDS)
  if (!isRead) await reconcileStatement(2)
}

/**
 * Start of a reading: `hours` ago, or the end of the last complete reading if earlier, as far as M-Pesa
 * reaches.
 */
async function beginOf(to: Date, hours: number, known: KeptStatement | null): Promise<Date> {
  const asked = addSeconds(to, -Math.min(hours, MOST_HOURS) * 3_600)
  const read = await statementReadTo(db())
  const earliest = addSeconds(to, -MOST_HOURS * 3_600)
  const isOurs = read !== null && known !== null && read >= known.notedAt
  const unread = isOurs ? addSeconds(read, -OVERLAP_SECONDS) : earliest
  return new Date(Math.max(earliest.getTime(), Math.min(asked.getTime(), unread.getTime())))
}

/** A period of one request, with both ends, in whole seconds. */
type Slice = { readonly from: Date; readonly to: Date }

type SliceRead = {
  /** Whether the period was read to its end. */
  readonly isWhole: boolean
  readonly news: number
  /** By receipt. */
  readonly lines: ReadonlyMap<string, Pick<Listed, 'day' | 'amount'>>
}

async function readSlice({ from, to }: Slice, mostPages: number): Promise<SliceRead> {
  const read = new Map<string, Pick<Listed, 'day' | 'amount'>>()
  let news = 0
  for (let page = 0, offset = 0; page < mostPages; page++) {
    const lines = await readPage(from, to, offset)
    if (lines.length === 0) return { isWhole: true, news, lines: read }
    await noteReversals(lines)
    await noteCharges(lines)
    const listed = readLines(lines)
    for (const { receipt, day, amount } of listed) read.set(receipt, { day, amount })
    news += await storeNews(listed)
    await markListed(listed)
    offset += lines.length
  }
  return { isWhole: false, news, lines: read }
}

/** @throws StatementError below two seconds, because M-Pesa's times have whole seconds */
function halvesOf({ from, to }: Slice, mostPages: number): readonly [Slice, Slice] {
  const seconds = Math.floor((to.getTime() - from.getTime()) / 1_000)
  if (seconds < 2)
    throw new StatementError(`${from.toISOString()} to ${to.toISOString()} has ${mostPages} pages or more`)
  const middle = addSeconds(from, Math.floor(seconds / 2))
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}

async function readPage(from: Date, to: Date, offset: number): Promise<unknown[]> {
  const answer = await pullStatement(from, to, offset)
  if (answer.kind !== 'answered') throw new StatementError(answer.reason)
  const parsed = statementAnswer.safeParse(answer.body)
  if (!parsed.success) throw new StatementError(`status ${answer.status}`)
  const { ResponseCode, Response } = parsed.data
  const lines = ResponseCode === NONE ? [] : Response.flat()
  // An empty page with another code is not the end.
  if (lines.length === 0 && ResponseCode !== NONE && ResponseCode !== LISTED)
    throw new StatementError(`code ${ResponseCode}`)
  return lines
}

type Listed = {
  readonly line: StatementLine
  readonly receipt: string
  /** Cents. */
  readonly amount: bigint
  /** YYYYMMDD in Nairobi. */
  readonly day: string
}

/** The lines that are payments. */
function readLines(lines: readonly unknown[]): Listed[] {
  return lines.flatMap((line) => {
    const parsed = statementLine.safeParse(line)
    if (parsed.success && (isReversalLine(parsed.data) || isChargeLine(parsed.data))) return []
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

/** YYYYMMDD. */
const nairobiDay = (moment: Date) => nairobiTimestamp(moment).slice(0, 8)

/** YYYYMMDD of the days that lie wholly between two times in Nairobi. */
function wholeDays(from: Date, to: Date): string[] {
  const days: string[] = []
  for (let start = nairobiDayStart(from); ; ) {
    const end = addSeconds(start, DAY_SECONDS)
    if (end > to) return days
    if (start >= from) days.push(nairobiDay(start))
    start = end
  }
}

/** An earlier mark stays. */
async function markListed(listed: readonly Listed[]): Promise<void> {
  const lines = sql<{ receipt: string; day: Date; amount: bigint }>`unnest(
    ${listed.map(({ receipt }) => receipt)}::text[], ${listed.map(({ day }) => day)}::date[],
    ${listed.map(({ amount }) => amount)}::bigint[])`
  await kysely(db())
    .updateTable('mpesaReceipt as r')
    .from(lines.as<'l'>(sql`l(receipt, day, amount)`))
    .set((eb) => ({ listedOn: eb.ref('l.day'), listedAmount: eb.ref('l.amount') }))
    .whereRef('r.receipt', '=', 'l.receipt')
    .where('r.listedOn', 'is', null)
    .execute()
}

async function noteDays(
  days: ReadonlyMap<string, { readonly lines: number; readonly amount: bigint }>,
): Promise<void> {
  if (days.size === 0) return
  const read_at = now()
  await kysely(db())
    .insertInto('statementDay')
    .values([...days].map(([day, sum]) => ({ day, ...sum, readAt: read_at })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        lines: eb.ref('excluded.lines'),
        amount: eb.ref('excluded.amount'),
        readAt: eb.ref('excluded.readAt'),
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
 * Receipts of these lines that settlement need not see again. A receipt known only by a callback for a
 * counted payment is news if its line has another account number: settlement may reassign it (policy.ts,
 * `isOnlyNamed`). If that number names no other payment and the amount is the callback's, the line is stored
 * once: settlement may ignore it.
 */
async function settledReceipts(listed: readonly Listed[]): Promise<Set<string>> {
  const lines = sql<{ receipt: string; reference: string; amount: bigint }>`unnest(
    ${listed.map(({ receipt }) => receipt)}::text[],
    ${listed.map(({ line }) => normaliseReference(line.billreference))}::text[],
    ${listed.map(({ amount }) => amount)}::bigint[])`
  const found = await kysely(db())
    .selectFrom(lines.as<'line'>(sql`line(receipt, reference, amount)`))
    .innerJoin('mpesaReceipt as r', 'r.receipt', 'line.receipt')
    .select('r.receipt')
    .where((eb) => {
      const counted = eb
        .selectFrom('paymentIntent as i')
        .select('i.id')
        .whereRef('i.id', '=', 'r.intentId')
        .where('i.state', '=', 'credited')
        .whereRef('i.accountReference', '<>', 'line.reference')
      const named = eb
        .selectFrom('paymentIntent as o')
        .select('o.id')
        .whereRef('o.accountReference', '=', 'line.reference')
        .whereRef('o.id', '<>', 'r.intentId')
      return eb.not(
        eb.and([
          eb('r.source', '=', 'callback'),
          eb('r.status', 'in', ['credited', 'unmatched']),
          eb.exists(counted),
          eb.or([
            eb.exists(named),
            eb('r.listedOn', 'is', null),
            eb('r.amount', '<>', eb.ref('line.amount')),
          ]),
        ]),
      )
    })
    .execute()
  return new Set(found.map((row) => row.receipt))
}
