import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'

/** The decisions of the keys A and R. */
export type DecisionAction = 'approve' | 'reject'

/** Keys of the messages. */
export type Verb = DecisionAction | 'dismiss' | 'escalate' | 'keep' | 'remove'

const own: Readonly<Partial<Record<DecidedSubjectType, Readonly<Record<DecisionAction, Verb>>>>> = {
  signal: { approve: 'dismiss', reject: 'escalate' },
  comment: { approve: 'keep', reject: 'remove' },
}

/** A comment is kept, an identity approved. */
export function verbOf(type: DecidedSubjectType, action: DecisionAction): Verb {
  return own[type]?.[action] ?? action
}
