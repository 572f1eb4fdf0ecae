import type { Cents } from '#lib/core/money.ts'

export type PersonalAccountKind = 'dancer' | 'musician'

/** Types of journals that credit, take back and credit again the shares of a vote. */
export const voteJournals = ['gift', 'gift_taken_back', 'gift_released'] as const

/** lib/domain/ledger/README.md explains each. */
export const systemAccountKinds = [
  'mpesa_collection',
  'mpesa_payout',
  'mpesa_float',
  'bank',
  'platform_revenue',
  'prize_pool',
  'royalty_pool',
  'withdrawals_held',
  'suspense',
  'owner_funds',
  'mpesa_charges',
  'bank_charges',
  'withholding_tax',
] as const
export type SystemAccountKind = (typeof systemAccountKinds)[number]

/** @throws Error unless a system kind */
export function systemAccountKindOf(kind: string): SystemAccountKind {
  const found = systemAccountKinds.find((one) => one === kind)
  if (!found) throw new Error(`${kind} is no kind of system account`)
  return found
}

/** A positive amount credits the account, a negative amount debits it. */
export type EntryDraft = { readonly accountId: bigint; readonly amount: Cents }

/** The entries must sum to zero. */
export type JournalDraft = {
  /** Idempotency key. */
  readonly key: string
  readonly type: string
  readonly sourceType: string
  readonly sourceId: string
  /** Who caused the journal: `mpesa`, `system`, or a user's id. */
  readonly actor: string
  readonly occurredAt: Date
  readonly reversalOf?: bigint
  readonly entries: readonly EntryDraft[]
}
