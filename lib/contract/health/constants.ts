/**
 * `books`: an invariant or the audit chain is broken; `no_statement`: no statement was read for two hours;
 * `paybill`: M-Pesa has outdated addresses; `callbacks`: unreadable callbacks within a day;
 * `callback_sources`: callbacks from untrusted addresses; `clocks`: a clock over 5 s from PostgreSQL's;
 * `backup`: the newest failed, or none verified for 36 hours; `given_up`: dead letters; `statement`: M-Pesa's
 * balance differs from the books. Removing a kind needs a migration that closes its alerts: workers close
 * only known kinds.
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

/** The worker's queues, and the dead letters. */
export const shownQueues = [
  'settlement',
  'payments',
  'mail',
  'housekeeping',
  'pictures',
  'dead-letter',
] as const
