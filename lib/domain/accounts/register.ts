import type { z } from 'zod'
import type { GivenRegisterAnswer, register as registerCall } from '#lib/contract/accounts/calls.ts'
import type { MailLocale } from '#lib/contract/mail/locales.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { type FieldSentences, ValidationError } from '#lib/core/errors.ts'
import { newId } from '#lib/core/ids.ts'
import { enqueue, transaction } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import { createUser, isUsernameTaken } from './commands.ts'
import { mailRegistrationJob } from './jobs.ts'
import { issueDeviceToken } from './known-device.ts'
import { countMail, uncountMail } from './mail-tries.ts'
import { namesTaken } from './name-look.ts'
import { hashPassword, problemOfPassword } from './password.ts'
import { isReadableDomain, splitDisplayName } from './policy.ts'
import { findSessionUser } from './queries.ts'
import { lockUsername, storeRegistration } from './registrations.ts'
import { isReservedName } from './reserved-names.ts'
import type { NewUser } from './schema.ts'
import { startSession } from './sessions.ts'

type Entered = z.output<typeof registerCall.body>

/**
 * With REQUIRE_EMAIL_VERIFICATION the registration is pending until the email is verified, and the answer
 * does not reveal whether an account has the email: its owner gets a mail. Otherwise the answer has tokens.
 * @param from `locale` is the default; `address` the caller's
 * @throws RateLimitedError at the mail limit of email and network; nothing is stored
 * @throws ValidationError for invalid input, on `username` and `first_name` that equal or resemble another's,
 *   and on a taken `email` without verification
 */
export async function register(
  entered: Entered,
  from: { locale: MailLocale; userAgent: string; address: string },
): Promise<GivenRegisterAnswer> {
  const user = await acceptable(entered, from.locale)
  return env.REQUIRE_EMAIL_VERIFICATION
    ? storePending(user, from.address)
    : openAtOnce(user, entered, from.userAgent)
}

async function storePending(user: NewUser, address: string): Promise<GivenRegisterAnswer> {
  const { username, email, role } = user
  const id = newId()
  const mail = { kind: 'verification', email, address } as const
  await countMail(mail)
  // Hashed before the transaction, because hashing is slow and would hold a connection.
  const passwordHash = await hashPassword(user.password)
  await transaction(async (tx) => {
    const moment = now()
    await lockUsername(tx.client, username, moment)
    if (await isUsernameTaken(tx, username, email)) throw new ValidationError({ username: 'username_taken' })
    await storeRegistration(tx, { ...user, id, passwordHash }, moment)
    await enqueue(tx, mailRegistrationJob, { email, registrationId: id, requestedAt: moment.toISOString() })
  }).catch(async (error: unknown) => {
    await uncountMail(mail)
    throw error
  })
  const { firstName, lastName } = splitDisplayName(user.displayName)
  return {
    user: { id, username, first_name: firstName, last_name: lastName, email, role },
    message: say('registered'),
  }
}

async function openAtOnce(user: NewUser, entered: Entered, userAgent: string): Promise<GivenRegisterAnswer> {
  const id = await createUser(user)
  const created = await findSessionUser(id)
  if (!created) throw new Error(`the account ${id} was made and is not there`)
  return {
    user: created,
    message: say('registered.welcome'),
    tokens: await startSession(created, userAgent),
    device_token: await issueDeviceToken(created.email, entered.device_token),
  }
}

/** Normalizes the input. @throws ValidationError with all problems */
async function acceptable(entered: Entered, locale: MailLocale): Promise<NewUser> {
  const displayName = `${entered.first_name} ${entered.last_name}`.trim()
  const alike = await namesTaken(db(), { username: entered.username, first_name: displayName })
  const weak = problemOfPassword(entered.password)
  const errors: FieldSentences = {}
  if (isReservedName(entered.username)) errors.username = 'name_reserved'
  else if (alike.includes('username')) errors.username = 'username_taken'
  if (isReservedName(displayName)) errors.first_name = 'name_reserved'
  else if (alike.includes('first_name')) errors.first_name = 'name_taken'
  if (!isReadableDomain(entered.email)) errors.email = 'email_unfit'
  if (weak) errors.password = weak
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return {
    username: entered.username,
    email: entered.email,
    password: entered.password,
    displayName,
    role: entered.role,
    phoneNumber: entered.phone_number,
    location: entered.location,
    socialLinks: entered.social_links,
    locale: entered.locale ?? locale,
  }
}
