import { z } from 'zod'
import { requiredString } from '#lib/contract/call.ts'
import { EMAIL_MAX } from '#lib/contract/constants.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

/** In lower case. */
export const typedEmail = z
  .string(requiredString)
  .trim()
  .toLowerCase()
  .min(1, { error: codedSentence('field.required'), abort: true })
  .max(EMAIL_MAX, codedSentence('field.too_long', { max: EMAIL_MAX }))

export const EMAIL_UNFIT = codedSentence('email_unfit')
/** zod's own pattern, plus top-level domains in punycode. */
const FORM =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/

/** Maximum length of the part before the @ (RFC 5321). */
const LOCAL_MAX = 64
/** A label of a domain: at most 63 letters, digits and inner hyphens. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/** An email whose labels and lengths a mail server accepts. */
export const emailAddress = typedEmail.pipe(
  z.email({ error: EMAIL_UNFIT, pattern: FORM, abort: true }).refine(isDeliverable, EMAIL_UNFIT),
)

function isDeliverable(email: string): boolean {
  const [local = '', domain = ''] = email.split('@')
  const isName = domain.split('.').every((label) => LABEL.test(label))
  return local.length <= LOCAL_MAX && isName
}
