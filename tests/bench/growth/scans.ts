/** Tables that grow with the years, or with how many people there are. What only the present needs is among them: it may be a busy one. */
const GROWING: ReadonlySet<string> = new Set([
  'account',
  'app_user',
  'audit_event',
  'audit_seal',
  'callback_inbox',
  'challenge_result',
  'comment',
  'comment_report',
  'daraja_request',
  'entry',
  'fraud_signal',
  'gift',
  'hour_revenue',
  'hour_sum',
  'journal',
  'kyc_record',
  'kyc_review',
  'mpesa_receipt',
  'notification',
  'payment_intent',
  'payout',
  'profile',
  'resolution',
  'royalty_line',
  'royalty_statement',
  'session',
  'subscription',
  'subscription_payment',
  'tally_head',
  'tally_row',
  'tally_total',
  'topup',
  'track',
  'track_assignment',
  'video',
  'video_view',
  'wallet_snapshot',
])

/** Reads that may read a table from its first row to its last, and why. */
const EXCEPTIONS: readonly { read: string; tables: readonly string[]; because: string }[] = [
  {
    read: 'feed of a county, all months',
    tables: ['video'],
    because:
      'a county’s dances are counted once for each change of videos, and the count is kept in memory as that of the whole feed',
  },
  {
    read: 'desk: signals, all',
    tables: ['fraud_signal'],
    because: 'all signals are counted, some thousands in two years; the page of them comes by an index',
  },
]

/**
 * Says which reads of the large database read a growing table as a whole although nobody has said why they may.
 * @param scans the tables that each read has read from the first row to the last
 * @returns a sentence for each; none while all is well
 */
export function forbiddenScans(scans: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(scans).flatMap(([read, tables]) =>
    tables
      .filter((table) => GROWING.has(table))
      .filter((table) => !EXCEPTIONS.some((one) => one.read === read && one.tables.includes(table)))
      .map((table) => `"${read}" reads all of ${table}, which grows.`),
  )
}
