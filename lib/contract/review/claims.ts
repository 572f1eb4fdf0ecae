import { z } from 'zod'
import { timestamp } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

export * from './constants.ts'

export const claimSubjectType = z.enum(['kyc', 'track', 'video'], {
  error: codedSentence('choose.one_of', { words: 'kyc, track or video' }),
})
export type ClaimSubjectType = z.infer<typeof claimSubjectType>

/** An officer's claim: nobody else decides meanwhile. */
export const claim = z.object({
  subject_type: claimSubjectType,
  subject_id: z.string(),
  holder: z.object({ id: z.string(), username: z.string(), display_name: z.string() }),
  claimed_at: timestamp,
  expires_at: timestamp,
})
export type Claim = z.infer<typeof claim>
