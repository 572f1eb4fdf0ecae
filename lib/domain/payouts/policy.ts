import type { Withdrawal } from '#lib/contract/payouts/calls.ts'
import { nairobiParts, nairobiTime } from '#lib/core/clock.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { isBelieved, provesFailure } from '#lib/domain/outgoing/evidence.ts'
import { inFlightStates, type OutgoingEvidence } from '#lib/domain/outgoing/schema.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import type { AlertKind, Payout } from './schema.ts'

/**
 * Seconds to wait after a change of the phone, and for a new number, so that a stolen account cannot be
 * emptied at once.
 */
export const PHONE_WAIT_SECONDS = 24 * 60 * 60

// The state machine of docs/money.md (Payouts): pure functions from one piece of evidence and one payout.

export type PayoutDecision =
  | { readonly kind: 'nothing'; readonly why: string }
  | { readonly kind: 'pay'; readonly receipt: string; readonly paidAt: Date }
  /**
   * Proof that no money left. `pause` is set for our own fault: the hold stays, and the payout is sent again
   * under a new id.
   */
  | { readonly kind: 'fail'; readonly code: string; readonly pause: AlertKind | null }
  /** Unknown: the hold stays and M-Pesa is queried, without a wait if `atOnce`. */
  | { readonly kind: 'doubt'; readonly why: string; readonly atOnce: boolean }
  /** The evidence contradicts what we know: people decide. */
  | { readonly kind: 'alert'; readonly alert: AlertKind; readonly detail: Sentence }

/** Codes of our own faults: the whole queue waits for people. */
const pauses: Readonly<Record<string, AlertKind>> = { '1': 'no_float', '2001': 'initiator_refused' }

/** A reason for the owner, from M-Pesa's code (docs/daraja.md, Result). */
export function withdrawalFailureOf(code: string | null): Withdrawal['failure'] {
  switch (code) {
    case '3':
    case '4':
    case '8':
      return 'limit'
    case '2040':
      return 'not_registered'
    default:
      return 'other'
  }
}

/** A payout is cancellable until it is sent to M-Pesa, and after a failure by our own fault. */
export function isCancellable({ state, isHeld }: Pick<Payout, 'state' | 'isHeld'>): boolean {
  return isHeld && (state === 'requested' || state === 'approved' || state === 'failed')
}

function pauseAfter(code: string): AlertKind | null {
  return pauses[code] ?? null
}

/** @param attemptId the call that the evidence belongs to, from the secret callback address */
export function decidePayout(payout: Payout, attemptId: string, evidence: OutgoingEvidence): PayoutDecision {
  switch (evidence.kind) {
    case 'paid':
      return decidePaid(payout, attemptId, evidence)
    case 'failed':
      return decideFailed(payout, attemptId, evidence)
    case 'timeout':
      return payout.attemptId === attemptId && (payout.state === 'accepted' || payout.state === 'submitting')
        ? { kind: 'doubt', why: 'queue timed out', atOnce: false }
        : { kind: 'nothing', why: `already ${payout.state}` }
    case 'undecided':
      return { kind: 'nothing', why: evidence.why }
  }
}

function decidePaid(
  payout: Payout,
  attemptId: string,
  paid: OutgoingEvidence & { kind: 'paid' },
): PayoutDecision {
  const { state } = payout
  const isCurrent = payout.attemptId === attemptId
  if (state === 'paid') return { kind: 'nothing', why: 'already paid' }
  if (!isBelieved(payout, paid))
    return isCurrent && isOneOf(inFlightStates, state)
      ? { kind: 'doubt', why: 'not believed', atOnce: true }
      : { kind: 'nothing', why: 'not believed' }
  // Paid by a call that M-Pesa had refused, while another call is in flight: possibly paid twice.
  if (!isCurrent && isOneOf(inFlightStates, state))
    return {
      kind: 'alert',
      alert: 'contradiction',
      detail: say('alert.refused_paid', { receipt: paid.receipt }),
    }
  if (paid.amount !== null && paid.amount !== payout.amount)
    return {
      kind: 'alert',
      alert: 'contradiction',
      detail: say('alert.other_amount', { receipt: paid.receipt }),
    }
  if (!payout.isHeld && state !== 'failed')
    return {
      kind: 'alert',
      alert: 'contradiction',
      detail: say('alert.ended_paid', { receipt: paid.receipt, state }),
    }
  return { kind: 'pay', receipt: paid.receipt, paidAt: paid.paidAt }
}

function decideFailed(
  payout: Payout,
  attemptId: string,
  failed: OutgoingEvidence & { kind: 'failed' },
): PayoutDecision {
  if (payout.attemptId !== attemptId || !isOneOf(inFlightStates, payout.state))
    return { kind: 'nothing', why: `already ${payout.state}` }
  if (!isBelieved(payout, failed)) return { kind: 'doubt', why: 'not believed', atOnce: true }
  if (!provesFailure(failed.code)) return { kind: 'doubt', why: `code ${failed.code}`, atOnce: true }
  return { kind: 'fail', code: failed.code, pause: pauseAfter(failed.code) }
}

// Kenya's public holidays (Public Holidays Act, cap. 110). The moon decides the dates of Idd, which the
// gazette announces each year. If a year is missing here, a payout is sent on a holiday, and M-Pesa pays it
// as on any other day.
const FIXED = ['01-01', '05-01', '06-01', '10-10', '10-20', '12-12', '12-25', '12-26']
const BY_THE_MOON = ['2026-03-20', '2026-05-27', '2027-03-10', '2027-05-17', '2028-02-27', '2028-05-05']
const DAY_MS = 86_400_000
const PAYOUT_HOUR = 9
const DAY_ENDS_HOUR = 18

/** Monday to Friday without public holidays. */
export function isWorkingDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/** Includes also the first non-holiday after a holiday on a Sunday. */
function isHoliday(date: Date): boolean {
  if (isNamed(date)) return true
  for (let before = new Date(date.getTime() - DAY_MS); isNamed(before); ) {
    if (before.getUTCDay() === 0) return true
    before = new Date(before.getTime() - DAY_MS)
  }
  return false
}

function isNamed(date: Date): boolean {
  const text = date.toISOString().slice(0, 10)
  if (FIXED.includes(text.slice(5)) || BY_THE_MOON.includes(text)) return true
  const fromEaster = Math.round((date.getTime() - easterSunday(date.getUTCFullYear())) / DAY_MS)
  return fromEaster === -2 || fromEaster === 1
}

/** The anonymous Gregorian computus. @returns midnight UTC */
function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

/** T+1: 09:00 in Nairobi on the next working day after `moment`. */
export function nextPayoutTime(moment: Date): Date {
  const { year, month, day } = nairobiParts(moment)
  for (let ahead = 1; ; ahead++) {
    const candidate = nairobiParts(nairobiTime(year, month, day + ahead))
    if (isWorkingDay(candidate.year, candidate.month, candidate.day))
      return nairobiTime(candidate.year, candidate.month, candidate.day, PAYOUT_HOUR)
  }
}

/** 18:00 in Nairobi on the day of `payoutTime`. */
export function expectedBy(payoutTime: Date): Date {
  const { year, month, day } = nairobiParts(payoutTime)
  return nairobiTime(year, month, day, DAY_ENDS_HOUR)
}
