import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'

/** The actions of keys A and R. */
export type DecisionAction = 'approve' | 'reject'

/** Keys of the messages that name a decision. */
export type Verb = DecisionAction | 'dismiss' | 'escalate' | 'keep' | 'remove'

const own: Readonly<Partial<Record<DecidedSubjectType, Readonly<Record<DecisionAction, Verb>>>>> = {
  signal: { approve: 'dismiss', reject: 'escalate' },
  comment: { approve: 'keep', reject: 'remove' },
}

/** The verb of a decision: a comment is kept, an identity approved. */
export function verbOf(type: DecidedSubjectType, action: DecisionAction): Verb {
  return own[type]?.[action] ?? action
}
