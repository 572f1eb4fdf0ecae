// Apart from the schemas, so that a screen that needs these loads no validation library.

/**
 * What super admins are told of by mail. `books`: an invariant is broken or the audit's chain is; `payouts`: withdrawals need people;
 * `mpesa`: M-Pesa does not let us in, does not answer or gives no statement; `paybill`: it has other addresses for Paybill payments
 * than those of today; `backup`: the newest failed, or none was proven for a day and a half;
 * `queue`: jobs wait too long or were given up; `statement`: M-Pesa holds another amount than the books.
 */
export const alertKinds = ['books', 'payouts', 'mpesa', 'paybill', 'backup', 'queue', 'statement'] as const
export type AlertKindName = (typeof alertKinds)[number]

/** The worker's queues, and where jobs go that used up their tries. */
export const shownQueues = [
  'settlement',
  'payments',
  'mail',
  'housekeeping',
  'pictures',
  'dead-letter',
] as const
