import type { Chance } from '#prisma/seed/random.ts'
import type { OutcomeName } from '#simulator/mpesa/outcomes.ts'
import { outcomes } from '#simulator/mpesa/outcomes.ts'

// M-Pesa's outcome of a prompt, by the phone's last digits (simulator/README.md). Shares are per thousand;
// the rest succeeds.

/** A hundred of a thousand gifts are not paid. */
const FAILURES: Partial<Record<OutcomeName, number>> = {
  cancelled: 30,
  'wrong-pin': 15,
  'low-balance': 15,
  'no-answer': 15,
  expired: 5,
  'push-error': 5,
  'subscriber-locked': 3,
  'late-cancel': 4,
  silence: 3,
  busy: 2,
  throttled: 2,
  'daily-limit': 1,
}

/**
 * Paid, but reported wrongly. Not `wrong-amount`: with a lost callback a query proves the payment, and the
 * statement cannot tell if it is the same one; that is for people (tests/faults).
 */
const ODDITIES: Partial<Record<OutcomeName, number>> = {
  late: 20,
  twice: 20,
  'ten-at-once': 5,
  'no-callback': 12,
  'before-ack': 10,
  'ack-lost': 6,
  'ack-lost-silent': 3,
  'ack-lost-before': 2,
  'error-after': 3,
  error: 2,
  slow: 3,
  'query-lies': 5,
  'also-c2b': 5,
  'odd-body': 5,
  'code-as-text': 3,
  'receipt-reused': 2,
  'query-processing': 2,
  'token-revoked': 2,
}

const shares = Object.entries({ ...FAILURES, ...ODDITIES })
const total = shares.reduce((sum, [, share]) => sum + share, 0)

/** An outcome's name, or null for success. */
export function drawOutcome(chance: Chance): string | null {
  const drawn = chance.weighted([...shares.map(([, share]) => share), 1_000 - total])
  return shares[drawn]?.[0] ?? null
}

/** M-Pesa's outcome of a payout, by phone. */
export const payoutOutcomes: readonly (OutcomeName | null)[] = [
  null,
  'twice',
  null,
  'no-callback',
  'queue-timeout',
  'unregistered',
  null,
  'ten-at-once',
  'late',
  'ack-lost',
  'queue-timeout-then-result',
  'before-ack',
  'error-after',
  'receiver-full',
  null,
  'ack-lost-silent',
  'other-originator',
  'single-parameter',
  'inactive',
  'code-as-text',
  'token-revoked',
  'ack-lost-before',
  'queue-timeout-unpaid',
]

let used = 0

/** An unused phone with that outcome. */
export function phoneFor(outcome: string): string {
  const suffix = outcomes.get(outcome)?.suffix
  if (!suffix) throw new Error(`no phone has the outcome ${outcome}`)
  return `2547${String(used++).padStart(4, '0')}${suffix}`
}

/** A fan's phone without special outcomes. */
export function fanPhone(n: number): string {
  return `2547${String(20 + Math.floor(n / 8_000)).padStart(2, '0')}00${2_000 + (n % 8_000)}`
}
