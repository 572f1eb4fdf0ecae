import { z } from 'zod'
import { codedSentence } from '#messages/server/catalogue.ts'
import { optionalText } from './call.ts'
import { PHONE_MAX } from './constants.ts'
import { readMobile } from './phone.ts'

/**
 * A Kenyan mobile number however it is written, read as 254 and nine digits.
 * @param typed what is asked of the text itself
 * @param message for what is no such number
 */
export const mobileNumber = (typed: z.ZodString, message: string) => typed.transform(reader(message))

/** The same for a number that may be left out or empty. */
export const optionalMobile = optionalText(PHONE_MAX).transform((typed, context) =>
  typed === '' ? '' : reader(codedSentence('phone_unfit'))(typed, context),
)

const reader = (message: string) => (typed: string, context: z.RefinementCtx) => {
  const phone = readMobile(typed)
  if (phone !== null) return phone
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
