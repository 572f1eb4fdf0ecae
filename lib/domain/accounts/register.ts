import type { z } from 'zod'
import type { RegisterAnswer, register as registerCall } from '#lib/contract/accounts.ts'
import type { MailLocale } from '#lib/contract/mail-locales.ts'
import { env } from '#lib/core/env.ts'
import { createUser } from './commands.ts'
import { findSessionUser } from './queries.ts'
import { requestLink } from './request-link.ts'
import type { NewUser } from './schema.ts'
import { startSession } from './sessions.ts'

/**
 * Opens an account. Where REQUIRE_EMAIL_VERIFICATION is on, a link is mailed and nobody is signed in yet; where it is
 * off, the answer carries tokens.
 * @param from `locale` where the person entered none
 * @throws ValidationError on `username` and `email` where other accounts have them
 */
export async function register(
  entered: z.output<typeof registerCall.body>,
  from: { locale: MailLocale; userAgent: string },
): Promise<RegisterAnswer> {
  const mustVerify = env.REQUIRE_EMAIL_VERIFICATION
  const user: NewUser = {
    username: entered.username,
    email: entered.email,
    password: entered.password,
    displayName: `${entered.first_name} ${entered.last_name}`.trim(),
    role: entered.role,
    phoneNumber: entered.phone_number,
    location: entered.location,
    socialLinks: entered.social_links,
    locale: entered.locale ?? from.locale,
  }
  const id = await createUser(user, async (tx) => {
    if (mustVerify) await requestLink(tx, user.email, 'verify_email')
  })
  const created = await findSessionUser(id)
  if (!created) throw new Error(`the account ${id} was made and is not there`)
  if (mustVerify)
    return {
      user: created,
      message: 'Your account is ready. Please check your email and verify your address.',
    }
  return { user: created, message: 'Welcome to Ngoma!', tokens: await startSession(created, from.userAgent) }
}
