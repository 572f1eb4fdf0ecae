import { parseNairobiTimestamp } from '#lib/core/clock.ts'
import { parseShillings } from '#lib/core/money.ts'
import { resultBody } from '#lib/daraja/answers.ts'
import type { PayoutKind } from '#lib/domain/mpesa/callback-path.ts'
import type { OutgoingEvidence } from './schema.ts'

/** Result codes that prove that no money has left (docs/daraja.md, Result). */
const failures = new Set([
  '1',
  '2',
  '3',
  '4',
  '8',
  '11',
  '21',
  '2001',
  '2006',
  '2028',
  '2040',
  '8006',
  'SFC_IC0003',
])

/** Our code if people or the statement found nothing paid. It does not show that M-Pesa answers. */
export const FOUND_UNPAID = 'found_unpaid'

export function provesFailure(code: string): boolean {
  return failures.has(code)
}

/**
 * Whether to believe a Result: its sender is trusted, and its conversation does not contradict the
 * acknowledgement's. @param asked the payout or refund
 */
export function isBelieved(
  asked: { readonly conversationId: string | null },
  { trusted, conversationId }: { trusted: boolean; conversationId: string | null },
): boolean {
  const isOther =
    conversationId !== null && asked.conversationId !== null && conversationId !== asked.conversationId
  return trusted && !isOther
}

/** Never throws (docs/daraja.md, Result). */
export function readResult(
  kind: PayoutKind,
  body: string,
  trusted: boolean,
  receivedAt: Date,
): OutgoingEvidence {
  if (kind === 'b2c/timeout') return { kind: 'timeout' }
  const parsed = resultBody.safeParse(parseJson(body))
  if (!parsed.success) return { kind: 'undecided', why: 'not a Result' }
  const { Result } = parsed.data
  const given = new Map(Result.ResultParameters?.ResultParameter.map(({ Key, Value }) => [Key, Value]))
  const text = (key: string) => String(given.get(key) ?? '').trim()
  if (kind === 'status/result') {
    // ResultCode 0 means only that the query succeeded; the status `Completed` proves the payment.
    if (Result.ResultCode !== '0') return { kind: 'undecided', why: `query answered ${Result.ResultCode}` }
    const status = text('TransactionStatus')
    if (status !== 'Completed') return { kind: 'undecided', why: `status ${status}` }
    return paid(text('ReceiptNo'), given.get('Amount'), text('FinalisedTime'), null)
  }
  const conversationId = Result.ConversationID || null
  if (Result.ResultCode !== '0') return { kind: 'failed', code: Result.ResultCode, conversationId, trusted }
  const receipt = text('TransactionReceipt') || Result.TransactionID
  // The Result of a reversal names amount and time differently.
  const amount = given.get('TransactionAmount') ?? given.get('Amount')
  const completedAt = text('TransactionCompletedDateTime') || text('TransCompletedTime')
  return paid(receipt, amount, completedAt, conversationId)

  function paid(
    receiptGiven: string,
    told: unknown,
    finishedAt: string,
    conversation: string | null,
  ): OutgoingEvidence {
    const proof = receiptGiven.trim().toUpperCase()
    if (proof === '') return { kind: 'undecided', why: 'no receipt' }
    return {
      kind: 'paid',
      receipt: proof,
      amount: parseShillings(told),
      paidAt: parseResultTime(finishedAt) ?? receivedAt,
      conversationId: conversation,
      trusted,
    }
  }
}

/** Reads `06.07.2024 22:48:52` or YYYYMMDDHHmmss, both in Nairobi. */
function parseResultTime(text: string): Date | null {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text)
  if (!dotted) return parseNairobiTimestamp(text)
  const [, day, month, year, ...time] = dotted
  return parseNairobiTimestamp(`${year}${month}${day}${time.join('')}`)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body.replaceAll(/\\u0000/g, ''))
  } catch {
    return undefined
  }
}
