import type { GiftFailure, GiftStatus, GiftView } from '#lib/contract/gifts/calls.ts'
import type { PromptStanding } from '#lib/contract/payments/prompt-standing.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { toShillings } from '#lib/core/money.ts'
import { failureSentences, PAYBILL_INSTEAD } from '#lib/domain/mpesa/failure-sentences.ts'
import { failureOfCode, failureOfUnsent } from '#lib/domain/mpesa/result-codes.ts'
import { promptSentences, promptStandingOf } from '#lib/domain/payments/prompt-standing.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { RETRY_WITHIN_SECONDS } from './commands.ts'

type GiftRow = {
  id: string
  state: PaymentState
  amount: bigint
  account_reference: string
  result_code: string | null
  created_at: Date
  submitted_at: Date | null
  confirmed_at: Date | null
  vote_count: number
  video_id: string
  video_title: string
  receipt: string | null
}

/** A gift as anybody with its id may see it. @throws NotFoundError */
export async function getGift(id: string): Promise<GiftView> {
  const row = await firstRow<GiftRow>(db(), {
    name: 'gift-view',
    text: `SELECT i.id, i.state::text, i.amount, i.account_reference, i.result_code, i.created_at, i.submitted_at, i.confirmed_at, g.vote_count, g.video_id,
        coalesce(nullif(v.title, ''), t.title) AS video_title,
        (SELECT r.receipt FROM mpesa_receipt r WHERE r.intent_id = i.id AND r.status IN ('credited', 'claimed') LIMIT 1) AS receipt
      FROM payment_intent i JOIN gift g ON g.intent_id = i.id JOIN video v ON v.id = g.video_id JOIN track t ON t.id = v.track_id
      WHERE i.id = $1`,
    values: [id],
  })
  if (!row) throw new NotFoundError()
  return presentGift(row, now())
}

function presentGift(row: GiftRow, moment: Date): GiftView {
  const status = giftStatus(row, moment)
  const failure = giftFailure(row)
  const open = status === 'pending'
  const prompt = promptStandingOf(
    { state: row.state, submittedAt: row.submitted_at, confirmedAt: row.confirmed_at },
    moment,
  )
  return {
    id: row.id,
    status,
    failure,
    vote_count: row.vote_count,
    video_id: row.video_id,
    video_title: row.video_title,
    amount: toShillings(row.amount),
    receipt: row.receipt,
    message: isConfirmed(row) ? AWAITS_TIME : giftMessage(status, failure, row.vote_count, prompt),
    paybill:
      open || status === 'failed'
        ? { business_number: env.MPESA_SHORTCODE, account_number: row.account_reference }
        : null,
    prompt_open: prompt === 'sent' || prompt === 'unsure',
    prompt,
    can_retry_prompt: open && row.state === 'rejected',
    created_at: row.created_at.toISOString(),
  }
}

const AWAITS_TIME =
  'M-PESA has confirmed this payment. It counts in the month in which it was paid: we are waiting for M-PESA’s exact time. Nobody has to pay again.'

/** Paid, and waiting for the time at which it was. */
const isConfirmed = ({ state, confirmed_at }: GiftRow) => state === 'verifying' && confirmed_at !== null

function giftStatus(row: GiftRow, moment: Date): GiftStatus {
  if (isConfirmed(row)) return 'under_review'
  switch (row.state) {
    case 'credited':
      return 'completed'
    case 'declined':
      return 'failed'
    case 'refunded':
      return 'refunded'
    case 'review':
    case 'refund_pending':
    case 'unresolved':
      return 'under_review'
    case 'rejected':
      return row.created_at < addSeconds(moment, -RETRY_WITHIN_SECONDS) ? 'expired' : 'pending'
    default:
      return 'pending'
  }
}

function giftFailure(row: GiftRow): GiftFailure | null {
  if (row.state === 'declined') return failureOfCode(row.result_code ?? '')
  if (row.state === 'rejected') return failureOfUnsent(row.result_code)
  return null
}

function giftMessage(
  status: GiftStatus,
  failure: GiftFailure | null,
  votes: number,
  prompt: PromptStanding,
): string {
  switch (status) {
    case 'completed':
      return votes === 1 ? 'Your vote is counted. Thank you!' : `Your ${votes} votes are counted. Thank you!`
    case 'pending':
      if (failure) return `${failureSentences[failure]} ${PAYBILL_INSTEAD}`
      return prompt === 'none' ? 'The prompt is about to be sent to your phone.' : promptSentences[prompt]
    case 'failed':
      return failureSentences[failure ?? 'other']
    case 'expired':
      return 'This payment was not made in time.'
    case 'under_review':
      return 'We are checking this payment with M-PESA. Nobody has to pay again.'
    case 'refunded':
      return 'This payment was sent back.'
  }
}
