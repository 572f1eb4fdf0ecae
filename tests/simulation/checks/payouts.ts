import type pg from 'pg'
import { rowsOf } from '../database.ts'
import type { BookLine } from '../mpesa-desk.ts'

type Payout = { reference: string; state: string; amount: bigint; phone: string; receipt: string | null }

/** M-Pesa has paid each paid withdrawal once, to its phone, and no other. */
export async function checkPayouts(database: pg.Pool, book: readonly BookLine[]): Promise<string[]> {
  const payouts = await rowsOf<Payout>(
    database,
    'SELECT reference, state::text, amount, phone, receipt FROM payout',
  )
  const sent = Map.groupBy(
    book.filter(({ kind }) => kind === 'b2c'),
    // The attempt's number follows the reference.
    ({ originatorConversationId = '' }) => originatorConversationId.replace(/-\d+$/, ''),
  )
  const differences = payouts.flatMap((payout) => compare(payout, sent.get(payout.reference) ?? []))
  const known = new Set(payouts.map(({ reference }) => reference))
  for (const [reference, lines] of sent)
    if (!known.has(reference))
      differences.push(`M-Pesa paid ${lines.length} times for ${reference}, which is none of ours`)
  return differences
}

function compare({ reference, state, amount, phone, receipt }: Payout, lines: readonly BookLine[]): string[] {
  const what = `withdrawal ${reference} (${state})`
  if (lines.length > 1) return [`${what} was paid ${lines.length} times`]
  const [line] = lines
  if (state !== 'paid') return line ? [`${what} was paid by M-Pesa: ${line.receipt}`] : []
  if (!line) return [`${what}: M-Pesa’s book has no payment`]
  const isSame = line.amountCents === amount && line.phone === phone && line.receipt === receipt
  return isSame
    ? []
    : [`${what}: ${amount} to ${phone} by ${receipt}, M-Pesa has ${JSON.stringify(line, asText)}`]
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
