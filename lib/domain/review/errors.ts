import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { Claim } from '#lib/contract/review/claims.ts'
import { RuleError } from '#lib/core/errors.ts'
import { say } from '#lib/core/sentence.ts'

/** 409 with `claim`. */
export function claimedByAnother(claim: Claim): RuleError {
  return new RuleError(say('claimed', { name: claim.holder.display_name }), 409, { claim })
}

/** 409: decided, or never submitted. */
export const nothingToDecide = () => new RuleError('not_waiting', 409)

/** 409: decided by another officer, maybe seconds ago. */
export const alreadyDecided = (type: DecidedSubjectType) => new RuleError(`already_decided.${type}`, 409)

export const ownSubject = () => new RuleError('own_submission', 403)
