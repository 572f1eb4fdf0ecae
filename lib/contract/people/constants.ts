// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Lists on a person's page, each paged by itself. */
export const personSections = [
  'wallet',
  'withdrawals',
  'payments',
  'gifts',
  'works',
  'identity',
  'sessions',
  'letters',
  'comments',
  'audit',
] as const
export type PersonSection = (typeof personSections)[number]

/** Lists on the page of a phone number that pays. */
export const payerSections = ['gifts', 'payments', 'prompts', 'refunds', 'claims', 'holds'] as const
export type PayerSection = (typeof payerSections)[number]

/** What a letter from the desk is about: each is a mail of its own. */
export const letterTopics = ['payment', 'withdrawal', 'identity', 'account', 'video'] as const
export type LetterTopic = (typeof letterTopics)[number]
export const LETTER_MAX = 2_000

/** For actions that the audit keeps with their reason. */
export const PERSON_REASON_MIN = 3
export const PERSON_REASON_MAX = 300

/** Why a withdrawal is not sent now, though it is due. */
export const withdrawalBars = [
  'frozen',
  'identity',
  'inactive',
  'phone_changed',
  'signal',
  'queue_paused',
] as const
export type WithdrawalBar = (typeof withdrawalBars)[number]

/** The steps of money, in the order in which they happen. */
export const moneySteps = [
  'asked',
  'requested',
  'due',
  'approved',
  'prompted',
  'sent',
  'answered',
  'paid',
  'settled',
  'refund_asked',
  'refund_sent',
  'refunded',
  'closed',
] as const
export type MoneyStep = (typeof moneySteps)[number]
