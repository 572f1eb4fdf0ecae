import { disputeStates } from '#lib/contract/disputes/constants.ts'
import { moneyOutStates } from '#lib/contract/money-out/constants.ts'
import type { PayerSection, PersonSection } from '#lib/contract/people/constants.ts'

export type SectionName = PersonSection | PayerSection

const money = [
  'counted',
  'waiting',
  'review',
  'unresolved',
  'refunding',
  'refunded',
  'reversed',
  'not_paid',
] as const

/** States by which a section can be filtered, and their group of words in People.states. */
export const sectionStates = {
  wallet: null,
  /** Its words are those of Money out. */
  withdrawals: { group: null, states: moneyOutStates },
  payments: { group: 'money', states: [...money, 'suspense', 'written_off'] },
  gifts: { group: 'money', states: money },
  /** Its words are those of the list of disputes. */
  disputes: { group: null, states: disputeStates },
  works: {
    group: 'works',
    states: ['pending_review', 'approved', 'rejected', 'processing', 'pending', 'retired'],
  },
  identity: { group: 'revocation', states: ['waiting', 'confirmed', 'rejected'] },
  sessions: { group: 'sessions', states: ['open', 'ended', 'expired'] },
  letters: { group: 'letters', states: ['sent', 'refused', 'queued'] },
  comments: { group: 'comments', states: ['shown', 'deleted', 'removed', 'dismissed', 'open'] },
  audit: null,
  prompts: { group: 'money', states: money },
  refunds: {
    group: 'refunds',
    states: ['requested', 'submitting', 'accepted', 'unknown', 'done', 'failed'],
  },
  claims: { group: 'money', states: ['counted'] },
  holds: { group: 'money', states: money },
} as const satisfies Record<SectionName, { group: string | null; states: readonly string[] } | null>

/** Columns that a section has besides the common ones. */
export const sectionColumns = {
  wallet: ['amount', 'balance'],
  withdrawals: ['amount'],
  payments: ['amount'],
  gifts: ['votes', 'amount'],
  disputes: ['amount'],
  works: ['votes'],
  identity: ['by'],
  sessions: [],
  letters: ['by'],
  comments: [],
  audit: ['by'],
  prompts: ['amount'],
  refunds: ['amount'],
  claims: ['votes', 'amount'],
  holds: ['votes', 'amount'],
} as const satisfies Record<SectionName, readonly ('amount' | 'balance' | 'votes' | 'by')[]>

const bad: readonly string[] = ['failed', 'refused', 'unknown', 'unresolved', 'reversed']
const waiting: readonly string[] = [
  'review',
  'suspense',
  'waiting',
  'refunding',
  'pending_review',
  'pending',
  'queued',
]

/** How a state is emphasized. A due withdrawal still waits, an approved video does not. */
export function toneOf(section: SectionName, state: string): 'bad' | 'waiting' | 'plain' {
  if (bad.includes(state)) return 'bad'
  const isDue = section === 'withdrawals' && (state === 'held' || state === 'due')
  const isOpen = section === 'disputes' && state === 'open'
  return isDue || isOpen || waiting.includes(state) ? 'waiting' : 'plain'
}
