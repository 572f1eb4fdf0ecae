import { now } from '#lib/core/clock.ts'
import { log } from '#lib/core/log.ts'
import { type Cents, parseShillings } from '#lib/core/money.ts'
import { type StatementLine, statementLine } from '#lib/daraja/answers.ts'
import { bookCharges, type ListedCharge } from '#lib/domain/cash/booked-by-mpesa.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { parseStatementDate } from './read-callback.ts'

/**
 * Detects M-Pesa's charges, whatever their sign. Daraja does not document their form; the portal's statement
 * calls them "Pay Bill Charge" or "Business Payment Charge". A reversed charge is a reversal.
 */
export const isChargeLine = ({ transactiontype: type }: StatementLine) =>
  /charge|\bfees?\b/i.test(type) && !/revers/i.test(type)

/** The amount without its sign: -50, "−50.00" and "(50.00)" are 50. */
export function amountOf(written: string | number): Cents | null {
  const text = String(written)
    .trim()
    .replace(/^\((.+)\)$/, '$1')
  return parseShillings(text.replace(/^[-−]/, ''))
}

/** Books each charge once. */
export async function noteCharges(lines: readonly unknown[]): Promise<void> {
  await bookCharges(
    lines.flatMap((line): ListedCharge[] => {
      const parsed = statementLine.safeParse(line)
      if (!parsed.success || !isChargeLine(parsed.data)) return []
      const receipt = readReceipt(parsed.data.transactionId)
      const amount = amountOf(parsed.data.amount)
      if (receipt === null || amount === null || amount === 0n) {
        log.error({ receipt: parsed.data.transactionId }, 'a charge in the statement is not readable')
        return []
      }
      const at = parseStatementDate(parsed.data.trxDate) ?? now()
      return [{ receipt, amount, at, note: parsed.data.transactiontype }]
    }),
  )
}
