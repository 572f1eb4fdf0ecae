import { VOTE_CODE_LENGTH } from '#lib/contract/gifts/constants.ts'
import { newSpokenCode } from '#lib/core/ids.ts'

/** Returns a code for votes by Paybill or USSD. Another video may have it already. */
export function newVoteCode(): string {
  return newSpokenCode(VOTE_CODE_LENGTH)
}
