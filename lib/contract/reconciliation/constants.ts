// Apart from the schemas, so that a screen that needs these loads no validation library.

import { paymentPurposes } from '#lib/contract/payments/constants.ts'

/** What a case is about: what a payment is for, a withdrawal, or the account at M-Pesa whose balance differs. */
export const caseSubjects = [...paymentPurposes, 'withdrawal', 'working', 'utility'] as const

/**
 * `unresolved`: all that needs people, which is what the health page counts under this name. `unheard`: payments of which
 * M-Pesa has told nothing. `flagged`: behind signals that officers put before them. `decided`: what two people have
 * settled, or one has turned down.
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

/** `unlink`: a reversal is not of this payment. */
export const resolutionActions = [
  'credit',
  'refund',
  'close',
  'found_paid',
  'found_unpaid',
  'unlink',
] as const
export const refundMethods = ['reversal', 'b2c'] as const

/** Characters of the note of a decision. */
export const CASE_NOTE_MAX = 1_000
