import { readMobile } from '#lib/contract/phone.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import type { Cents } from '#lib/core/money.ts'
import { type StatementLine, statementLine } from '#lib/daraja/answers.ts'
import { readReceipt } from '#lib/domain/mpesa/receipt.ts'
import { isReversal } from '#lib/domain/mpesa/reversal.ts'
import { normaliseReference } from './lock-batch.ts'
import { CLOCK_SLACK_SECONDS, parseStatementDate } from './read-callback.ts'
import { amountOf, isChargeLine } from './statement-charges.ts'

// Statement lines that reverse a payment. Their receipt is their own or the payment's.

export const isReversalLine = (line: StatementLine) =>
  !isChargeLine(line) && isReversal({ type: line.transactiontype, amount: line.amount })

const RECEIPTS = /(?<![A-Za-z0-9])[A-Z0-9]{10}(?![A-Za-z0-9])/g

/** Stores each reversal once, however often the statement lists it. */
export async function noteReversals(lines: readonly unknown[]): Promise<void> {
  const reversals = lines.flatMap((line) => {
    const parsed = statementLine.safeParse(line)
    if (!parsed.success || !isReversalLine(parsed.data)) return []
    const receipt = readReceipt(parsed.data.transactionId)
    const amount = amountOf(parsed.data.amount)
    if (receipt === null || amount === null || amount === 0n) {
      log.error({ receipt: parsed.data.transactionId }, 'a reversal in the statement is not readable')
      return []
    }
    const text = JSON.stringify(line)
    return [
      {
        receipt,
        amount,
        names: [...new Set(text.match(RECEIPTS))].filter((name) => name !== receipt),
        accountReference: normaliseReference(parsed.data.billreference),
        phone: parsed.data.msisdn,
        line: text,
        reversedAt: parseStatementDate(parsed.data.trxDate) ?? now(),
        createdAt: now(),
      },
    ]
  })
  if (reversals.length === 0) return
  const noted = await kysely(db())
    .insertInto('mpesaReversal')
    .values(reversals)
    .onConflict((conflict) => conflict.column('receipt').doNothing())
    .returning('receipt')
    .execute()
  for (const { receipt } of noted) log.warn({ receipt }, 'the statement lists a reversal')
  await matchReversals()
}

/** Reversals of unknown payments per run. */
const AT_ONCE = 100
/** M-Pesa reverses payments within this time. */
const REVERSED_WITHIN_SECONDS = 60 * 86_400

/**
 * Finds the payments of reversals, also if the statement lists the payment later. People alone decide about a
 * reversal that two people have unlinked.
 */
export async function matchReversals(): Promise<void> {
  const unmatched = await kysely(db())
    .selectFrom('mpesaReversal')
    .select(['receipt', 'amount', 'names', 'accountReference', 'phone', 'reversedAt'])
    .where('closedAt', 'is', null)
    .where('payment', 'is', null)
    .where('unlinkedFrom', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(AT_ONCE)
    .execute()
  for (const reversal of unmatched) {
    const payment = await paymentOf(db(), reversal)
    if (payment === null) continue
    await kysely(db())
      .updateTable('mpesaReversal')
      .set({ payment })
      .where('receipt', '=', reversal.receipt)
      .where('payment', 'is', null)
      .where('unlinkedFrom', 'is', null)
      .execute()
  }
}

type Unmatched = {
  receipt: string
  amount: Cents
  names: string[]
  accountReference: string
  phone: string
  reversedAt: Date
}

/**
 * The payment that the reversal's line names; if it names none, the payment with the same receipt, else the
 * only one with its account number and amount. Null if ambiguous.
 */
async function paymentOf(on: Queryable, reversal: Unmatched): Promise<string | null> {
  const named = await known(on, reversal.names)
  if (named.length > 0) {
    const receipt = onlyOne(named)
    return receipt !== null && (await mayBeReversed(on, receipt, reversal)) ? receipt : null
  }
  const [own] = await known(on, [reversal.receipt])
  return own ?? onlyOne(await byAccountNumber(on, reversal))
}

const onlyOne = ([first, ...others]: readonly string[]) =>
  first !== undefined && others.length === 0 ? first : null

async function known(on: Queryable, receipts: readonly string[]): Promise<string[]> {
  const found = await kysely(on)
    .selectFrom('mpesaReceipt')
    .select('receipt')
    .where('receipt', '=', anyOf(receipts))
    .execute()
  return found.map(({ receipt }) => receipt)
}

/**
 * Whether a receipt in the line can be the reversed payment: the payer may have typed any receipt as account
 * number.
 */
async function mayBeReversed(
  on: Queryable,
  receipt: string,
  { amount, phone, reversedAt: at }: Unmatched,
): Promise<boolean> {
  const payment = await kysely(on)
    .selectFrom('mpesaReceipt')
    .select(['phone', 'source'])
    .where('receipt', '=', receipt)
    .where('amount', '>=', amount)
    .where('paidAt', '<=', addSeconds(at, CLOCK_SLACK_SECONDS))
    .executeTakeFirst()
  if (!payment) return false
  // For a payment that people entered, the phone may be the orderer's.
  const payer = payment.source === 'desk' ? null : readMobile(payment.phone ?? '')
  const receiver = readMobile(phone)
  return payer === null || receiver === null || payer === receiver
}

/**
 * Payments of the reversal's amount whose intent has its account number, or whose payer has its phone and
 * typed the same account number.
 */
async function byAccountNumber(on: Queryable, reversal: Unmatched): Promise<string[]> {
  const { accountReference: reference, amount, phone, reversedAt: at } = reversal
  const payments = () =>
    kysely(on)
      .selectFrom('mpesaReceipt as m')
      .select(['m.receipt', 'm.accountReference'])
      .where('m.amount', '=', amount)
      .where('m.paidAt', '<=', addSeconds(at, CLOCK_SLACK_SECONDS))
      .where('m.paidAt', '>', addSeconds(at, -REVERSED_WITHIN_SECONDS))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('mpesaReversal as v').select('v.receipt').whereRef('v.payment', '=', 'm.receipt'),
          ),
        ),
      )
  const ofIntent = await payments()
    .innerJoin('paymentIntent as i', 'i.id', 'm.intentId')
    .where('i.accountReference', '=', reference)
    .execute()
  const ofPhone = await payments()
    .where('m.phone', '=', phone)
    .where('m.source', 'in', ['paybill', 'statement'])
    .execute()
  const typed = ofPhone.filter((row) => normaliseReference(row.accountReference) === reference)
  return [...new Set([...ofIntent, ...typed].map(({ receipt }) => receipt))]
}
