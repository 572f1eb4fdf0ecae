import { z } from 'zod'
import { defineCall, requiredText } from '#lib/contract/call.ts'
import { staffRoles } from '#lib/contract/staff/calls.ts'

export const beginSecondFactor = defineCall('POST /users/auth/second-factor/begin/', {
  group: 'Auth',
  alsoAnswers: [409],
  summary: 'Make a secret for an authenticator app; it counts once a code of it is confirmed',
  access: staffRoles,
  beforeEnrolment: true,
  answer: z.object({
    /** Base 32, for typing. */
    secret: z.string(),
    /** otpauth://, for a QR code. */
    uri: z.string(),
  }),
})
export type BegunSecondFactor = z.infer<typeof beginSecondFactor.answer>

export const confirmSecondFactor = defineCall('POST /users/auth/second-factor/confirm/', {
  group: 'Auth',
  alsoAnswers: [409],
  summary:
    'Confirm the authenticator app by its code; answers the recovery codes, once. Other sessions end. Within 15 minutes the session that confirmed may do so again, for new codes, as long as none was used',
  access: staffRoles,
  beforeEnrolment: true,
  body: z.object({ code: requiredText(64) }),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
})
export type ConfirmedSecondFactor = z.infer<typeof confirmSecondFactor.answer>
