import { z } from 'zod'
import { codedSentence } from '#messages/server/catalogue.ts'
import { optionalText } from './call.ts'
import { PHONE_MAX } from './constants.ts'
import { readMobile } from './phone.ts'

/**
 * A Kenyan mobile number in any form, read as 254 and nine digits.
 * @param typed schema of the text as typed
 * @param message error for a text that is no such number
 */
export const mobileNumber = (typed: z.ZodString, message: string) => typed.transform(reader(message))

/** Optional number. */
export const optionalMobile = optionalText(PHONE_MAX).transform((typed, context) =>
  typed === '' ? '' : reader(codedSentence('phone_unfit'))(typed, context),
)

const reader = (message: string) => (typed: string, context: z.RefinementCtx) => {
  const phone = readMobile(typed)
  if (phone !== null) return phone
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
