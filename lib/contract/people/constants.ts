/** Sections of a person's page, each paged separately. */
export const personSections = [
  'wallet',
  'withdrawals',
  'payments',
  'gifts',
  'disputes',
  'works',
  'identity',
  'sessions',
  'letters',
  'comments',
  'audit',
] as const
export type PersonSection = (typeof personSections)[number]

export const payerSections = [
  'gifts',
  'payments',
  'prompts',
  'refunds',
  'claims',
  'holds',
  'disputes',
] as const
export type PayerSection = (typeof payerSections)[number]

/** Each topic has its own mail. */
export const letterTopics = ['payment', 'withdrawal', 'identity', 'account', 'video'] as const
export type LetterTopic = (typeof letterTopics)[number]
export const LETTER_MAX = 2_000

/** Characters of the reason for an audited action. */
export const PERSON_REASON_MIN = 3
export const PERSON_REASON_MAX = 300

/** Why a due withdrawal is not sent. */
export const withdrawalBars = [
  'frozen',
  'identity',
  'inactive',
  'phone_changed',
  'signal',
  'queue_paused',
] as const
export type WithdrawalBar = (typeof withdrawalBars)[number]

/** In order of time. */
export const moneySteps = [
  'asked',
  'requested',
  'due',
  'approved',
  'prompted',
  'sent',
  'accepted',
  'paid',
  'settled',
  'held',
  'not_paid',
  'reversed',
  'refund_asked',
  'refund_sent',
  'refunded',
  'closed',
] as const
export type MoneyStep = (typeof moneySteps)[number]

/** The state in which a section's amounts and votes have counted; totals of other sections add up all rows. */
export const countedStates: Readonly<Partial<Record<PersonSection | PayerSection, string>>> = {
  withdrawals: 'paid',
  payments: 'counted',
  gifts: 'counted',
  prompts: 'counted',
  refunds: 'done',
  claims: 'counted',
  holds: 'counted',
}
