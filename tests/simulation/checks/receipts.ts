import type pg from 'pg'
import { rowsOf } from '../database.ts'
import type { BookLine } from '../mpesa-desk.ts'

type Receipt = {
  receipt: string
  status: string
  amount: bigint
  intentId: string | null
  state: string | null
  asked: bigint | null
  purpose: string | null
  votes: number | null
}

const CREDITED = new Set(['credited', 'claimed'])
const IN_SUSPENSE = new Set(['unmatched', 'refund_pending'])

/**
 * Every payment in M-Pesa's book is known once, for its exact amount, and either paid for one thing or is in
 * suspense; nothing counts that M-Pesa's book lacks.
 */
export async function checkReceipts(database: pg.Pool, book: readonly BookLine[]): Promise<string[]> {
  const differences: string[] = []
  const lines = book.filter(({ kind }) => kind === 'stk' || kind === 'paybill')
  const known = new Map((await readReceipts(database)).map((row) => [row.receipt, row]))
  for (const line of lines) differences.push(...compare(line, known.get(line.receipt)))
  const told = new Set(lines.map(({ receipt }) => receipt))
  for (const receipt of known.keys())
    if (!told.has(receipt)) differences.push(`receipt ${receipt} is not in M-Pesa’s book`)
  return [...differences, ...(await unprovenPayments(database)), ...comparePhones(lines, known)]
}

function compare(line: BookLine, row: Receipt | undefined): string[] {
  const what = `receipt ${line.receipt} of ${line.phone}`
  if (!row) return [`${what}: ${line.amountCents} cents in M-Pesa’s book, unknown to us`]
  if (row.amount !== line.amountCents) return [`${what}: ${line.amountCents} cents, ${row.amount} with us`]
  if (IN_SUSPENSE.has(row.status)) return []
  if (row.status === 'refunded' && row.state === 'refunded') return []
  if (!CREDITED.has(row.status)) return [`${what}: status ${row.status}`]
  if (row.state !== 'credited') return [`${what}: credited, and its payment is ${row.state}`]
  return row.asked === row.amount ? [] : [`${what}: ${row.amount} cents for a payment of ${row.asked}`]
}

/** Credited payments without exactly one receipt. */
async function unprovenPayments(database: pg.Pool): Promise<string[]> {
  const found = await rowsOf<{ id: string; receipts: number }>(
    database,
    `SELECT i.id, count(r.receipt)::int AS receipts FROM payment_intent i
      LEFT JOIN mpesa_receipt r ON r.intent_id = i.id AND r.status IN ('credited', 'claimed')
      WHERE i.state = 'credited' GROUP BY i.id HAVING count(r.receipt) <> 1`,
  )
  return found.map(({ id, receipts }) => `payment ${id} is credited with ${receipts} receipts`)
}

/** Each phone's payments equal its purchases, at KES 50 a vote, plus suspense. */
function comparePhones(lines: readonly BookLine[], known: ReadonlyMap<string, Receipt>): string[] {
  const paid = new Map<string, bigint>()
  const accounted = new Map<string, bigint>()
  for (const { phone, receipt, amountCents } of lines) {
    add(paid, phone, amountCents)
    const row = known.get(receipt)
    if (row) add(accounted, phone, worthOf(row))
  }
  return [...paid]
    .filter(([phone, cents]) => accounted.get(phone) !== cents)
    .map(
      ([phone, cents]) => `phone ${phone} paid ${cents} cents, and has ${accounted.get(phone) ?? 0n} for it`,
    )
}

function worthOf({ status, purpose, votes, amount }: Receipt): bigint {
  return CREDITED.has(status) && purpose === 'gift' ? BigInt(votes ?? 0) * 5_000n : amount
}

function add(sums: Map<string, bigint>, key: string, cents: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + cents)
}

function readReceipts(database: pg.Pool): Promise<Receipt[]> {
  return rowsOf(
    database,
    `SELECT r.receipt, r.status::text, r.amount, r.intent_id AS "intentId", i.state::text, i.amount AS asked,
        i.purpose::text, g.vote_count AS votes
      FROM mpesa_receipt r LEFT JOIN payment_intent i ON i.id = r.intent_id LEFT JOIN gift g ON g.intent_id = i.id`,
  )
}
