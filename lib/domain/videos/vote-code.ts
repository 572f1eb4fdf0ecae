import { VOTE_CODE_LENGTH } from '#lib/contract/gifts/constants.ts'
import { newSpokenCode } from '#lib/core/ids.ts'

/** Makes the code that a payer types to vote for a video by Paybill or USSD. Another video can already have it. */
export function newVoteCode(): string {
  return newSpokenCode(VOTE_CODE_LENGTH)
}
