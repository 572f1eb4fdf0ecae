import type { Failure } from './result-codes.ts'

/** Said after every sentence about a prompt that never left. */
export const PAYBILL_INSTEAD = 'You can pay by Paybill instead.'

/** What a payer is told, whatever the payment was for. */
export const failureSentences: Record<Failure, string> = {
  cancelled: 'You cancelled the payment on your phone. Nothing was charged.',
  wrong_pin: 'The M-PESA PIN was wrong. Nothing was charged.',
  low_balance: 'There was not enough money in M-PESA. Nothing was charged.',
  no_answer: 'The prompt on your phone was not answered in time. Nothing was charged.',
  limit: 'This amount is over an M-PESA limit of this phone. Nothing was charged.',
  duplicate: 'M-PESA refuses the same amount twice within 2 minutes. Wait a little, then try again.',
  locked: 'Another M-PESA request is open on this phone. Finish or cancel it, then try again.',
  not_sent: 'M-PESA could not send the prompt.',
  paused: 'The last M-PESA requests to this phone were not paid, so we sent none this time.',
  crowded: 'Many M-PESA requests from your network were not paid, so we sent none this time.',
  other: 'M-PESA did not accept the payment. Nothing was charged.',
}
