import { z } from 'zod'
import { requiredString } from '#lib/contract/call.ts'
import { EMAIL_MAX } from '#lib/contract/constants.ts'

/** What somebody types as their email, in lower case. */
export const typedEmail = z
  .string(requiredString)
  .trim()
  .toLowerCase()
  .min(1, { error: 'This field is required.', abort: true })
  .max(EMAIL_MAX, `Ensure this field has no more than ${EMAIL_MAX} characters.`)

/** The same, where it has to look like one. */
export const emailAddress = typedEmail.pipe(z.email('Enter a valid email address.'))
