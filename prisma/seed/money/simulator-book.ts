import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

const AT_ONCE = 5_000
/** The simulator is local, so a slower answer means that it is absent. */
const TIMEOUT_MS = 5_000

/**
 * Imports payments into the simulator, so that its book matches our ledger. The simulator skips known
 * receipts: a repeat changes nothing or refills a lost book.
 * @param simulatorUrl without a final slash
 * @returns whether the simulator answered
 */
export async function tellSimulator(on: Queryable, simulatorUrl: string): Promise<boolean> {
  const transactions = await readPayments(on)
  for (let from = 0; from < transactions.length; from += AT_ONCE) {
    const body = JSON.stringify({ transactions: transactions.slice(from, from + AT_ONCE) })
    const answer = await fetch(`${simulatorUrl}/control/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    if (!answer?.ok) return false
  }
  return true
}

interface Payment {
  receipt: string
  kind: 'stk' | 'paybill'
  at: string
  phone: string
  amountCents: number
  account: string
}

/** Payments with full phones; masked ones came from the simulator. */
async function readPayments(on: Queryable): Promise<Payment[]> {
  const found = await kysely(on)
    .selectFrom('mpesaReceipt as r')
    .leftJoin('paymentIntent as i', 'i.id', 'r.intentId')
    .select(['r.receipt', 'r.source', 'r.paidAt', 'r.phone', 'r.amount'])
    .select((eb) => eb.fn.coalesce('r.accountReference', 'i.accountReference', eb.val('')).as('account'))
    .where('r.phone', '~', '^254[0-9]{9}$')
    .where('r.receipt', '~', '^[A-Z0-9]{10}$')
    .orderBy('r.paidAt')
    .execute()
  return found.map((row) => ({
    receipt: row.receipt,
    kind: row.source === 'paybill' ? 'paybill' : 'stk',
    at: row.paidAt.toISOString(),
    phone: row.phone ?? '',
    amountCents: Number(row.amount),
    account: row.account,
  }))
}
