import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { Claim } from '#lib/contract/review/claims.ts'
import { RuleError } from '#lib/core/errors.ts'

/** 409 with `claim`: another officer looks at it. */
export function claimedByAnother(claim: Claim): RuleError {
  const name = claim.holder.display_name
  return new RuleError('claimed', `${name} is already reviewing this.`, 409, { claim })
}

/** 409: it is decided, or was never handed in. */
export const nothingToDecide = () => new RuleError('not_waiting', 'This is not waiting for a decision.', 409)

const decidedSentences: Readonly<Record<DecidedSubjectType, string>> = {
  kyc: 'This KYC has already been decided.',
  track: 'This track has already been decided.',
  video: 'This video has already been decided.',
  signal: 'This signal has already been decided.',
  comment: 'This comment has already been decided.',
}

/** 409: another officer has decided about it, maybe seconds ago. */
export const alreadyDecided = (type: DecidedSubjectType) =>
  new RuleError('already_decided', decidedSentences[type], 409)

/** 403: nobody decides about themselves. */
export const ownSubject = () =>
  new RuleError('own_submission', 'You cannot decide about your own submission.', 403)
