import { VOTE_CODE_LENGTH } from '#lib/contract/gifts/constants.ts'
import { newSpokenCode } from '#lib/core/ids.ts'

/** Another video may already have the code. */
export function newVoteCode(): string {
  return newSpokenCode(VOTE_CODE_LENGTH)
}
