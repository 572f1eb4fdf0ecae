// Apart from the schemas, so that a screen that needs these loads no validation library.

/**
 * What super admins are told of by mail. `books`: an invariant is broken or the audit's chain is; `payouts`: withdrawals need people;
 * `mpesa`: M-Pesa does not let us in or does not answer; `no_statement`: its statement was not read for two hours; `paybill`: it has
 * other addresses for Paybill payments than those of today; `callbacks`: M-Pesa told something within a day that could not be read;
 * `callback_sources`: its calls come from addresses that are not believed; `object_store`, `mail`, `realtime`: it does not answer, or
 * none lives; `clocks`: the clock of a machine is more than 5 s from PostgreSQL's; `backup`: the newest failed, or none was proven for a day and a half;
 * `queue`: jobs wait too long; `given_up`: some failed in all their tries; `statement`: M-Pesa holds another amount than the books.
 * What may last for days has a kind of its own: while an alert is open, of its kind only later `callbacks` and `given_up` are mailed, six
 * hours after the mail before. A kind that is taken off
 * the list has its open alert closed by a migration, because workers close those of kinds that they know.
 */
export const alertKinds = [
  'books',
  'payouts',
  'mpesa',
  'no_statement',
  'paybill',
  'callbacks',
  'callback_sources',
  'object_store',
  'mail',
  'realtime',
  'clocks',
  'backup',
  'queue',
  'given_up',
  'statement',
] as const
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
