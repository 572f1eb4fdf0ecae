import { paymentPurposes } from '#lib/contract/payments/constants.ts'

export const caseKinds = ['payment', 'receipt', 'payout', 'alert', 'difference', 'reversal'] as const
export type CaseKind = (typeof caseKinds)[number]

/** A payment's purpose, a withdrawal, or the M-Pesa account that differs. */
export const caseSubjects = [...paymentPurposes, 'withdrawal', 'working', 'utility'] as const

/**
 * `unresolved`: all cases that need people, as on the health page. `unheard`: no word from M-Pesa. `flagged`:
 * signals escalated by officers. `decided`: settled by two people or rejected.
 */
export const caseFilters = [
  'unresolved',
  'review',
  'unheard',
  'suspense',
  'refunds',
  'payouts',
  'flagged',
  'alerts',
  'decided',
] as const
export type CaseFilter = (typeof caseFilters)[number]

/** `unlink`: the reversal belongs to another payment. */
export const resolutionActions = [
  'credit',
  'refund',
  'close',
  'found_paid',
  'found_unpaid',
  'unlink',
] as const
export const refundMethods = ['reversal', 'b2c'] as const

export const CASE_NOTE_MAX = 1_000
