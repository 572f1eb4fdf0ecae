import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'

/** The two ways to decide, by A and by R, whatever it is about. */
export type DecisionAction = 'approve' | 'reject'

/** What a decision is called, by its key in the catalogue. */
export type Verb = DecisionAction | 'dismiss' | 'escalate' | 'keep' | 'remove'

const own: Readonly<Partial<Record<DecidedSubjectType, Readonly<Record<DecisionAction, Verb>>>>> = {
  signal: { approve: 'dismiss', reject: 'escalate' },
  comment: { approve: 'keep', reject: 'remove' },
}

/** Returns what a decision is called: a comment is kept, an identity is approved. */
export function verbOf(type: DecidedSubjectType, action: DecisionAction): Verb {
  return own[type]?.[action] ?? action
}
