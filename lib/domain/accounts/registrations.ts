import { type Expression, sql } from 'kysely'
import { z } from 'zod'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { sha256 } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { LINK_SECONDS, LINKS_PER_HOUR, type NewUser, storedSocialLinks } from './schema.ts'

/** Somebody who registered, as their account will be made. */
export type Registrant = Omit<NewUser, 'password'> & { id: string; passwordHash: string }

/** For how long a registration waits for its email to be verified; until then its name and password are kept. */
const WAITING_SECONDS = 7 * 24 * 60 * 60

/**
 * Stores a registration, in place of an earlier one of the same email. The account begins once the email is verified. It is
 * stored whether or not an account has the email, so that nobody learns which emails have one (docs/decisions/0036).
 */
export async function keepRegistration(tx: Tx, user: Registrant, moment: Date): Promise<void> {
  const registration = {
    id: user.id,
    username: user.username,
    password_hash: user.passwordHash,
    display_name: user.displayName,
    role: user.role,
    phone_number: user.phoneNumber ?? '',
    location: user.location ?? '',
    social_links: user.socialLinks ?? {},
    locale: user.locale ?? defaultMailLocale,
    created_at: moment,
    expires_at: addSeconds(moment, WAITING_SECONDS),
  }
  await tx.kysely
    .insertInto('registration')
    .values({ email: user.email.toLowerCase(), ...registration })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ ...registration, link_hash: null, link_expires_at: null }),
    )
    .execute()
}

/** SQL: whether a name is the same, in any case. */
export const sameName = (column: Expression<string>, username: string) =>
  sql<boolean>`lower(${column}) = lower(${username})`

/**
 * Locks a name until the transaction ends, so that of two who want it at once the second waits here, and deletes
 * registrations of that name that nobody has verified in time.
 */
export async function lockUsername(on: Queryable, username: string, moment: Date): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('username ' || lower(${username}), 0))`.execute(
    kysely(on),
  )
  await kysely(on)
    .deleteFrom('registration')
    .where((eb) => sameName(eb.ref('username'), username))
    .where('expires_at', '<=', moment)
    .execute()
}

/** The hash of the password with which somebody registered this email that is not verified yet. */
export async function findWaitingHash(email: string, moment: Date): Promise<string | undefined> {
  const found = await prisma().registration.findUnique({
    where: { email, expiresAt: { gt: moment } },
    select: { passwordHash: true },
  })
  return found?.passwordHash
}

const mailLocale = z.enum(mailLocales).catch(defaultMailLocale)

/** Returns who registered this email, as mails address them. */
export async function findRegistrant(email: string, moment: Date) {
  const found = await prisma().registration.findUnique({
    where: { email, expiresAt: { gt: moment } },
    select: { id: true, displayName: true, locale: true },
  })
  if (!found) return undefined
  const [firstName = ''] = found.displayName.split(' ')
  return { id: found.id, email, firstName, locale: mailLocale.parse(found.locale) }
}

/**
 * Counts a mail to a registered email before it is sent.
 * @returns false where that email has had as many mails as it may have in an hour
 */
export function countRegistrationMail(email: string, moment: Date): Promise<boolean> {
  return transaction(async (tx) => {
    // Of two at once the second waits for the lock and counts the first.
    await tx.kysely.selectFrom('registration').select('id').where('email', '=', email).forUpdate().execute()
    const found = await tx.prisma.registration.findUnique({ where: { email }, select: { mailedAt: true } })
    const recent = found?.mailedAt.filter((mailed) => mailed > addSeconds(moment, -3600)) ?? []
    if (!found || recent.length >= LINKS_PER_HOUR) return false
    await tx.prisma.registration.update({ where: { email }, data: { mailedAt: [...recent, moment] } })
    return true
  })
}

/** Takes back the count of a mail that could not be sent. */
export async function uncountRegistrationMail(email: string, moment: Date): Promise<void> {
  await kysely(db())
    .updateTable('registration')
    .set((eb) => ({ mailed_at: sql`array_remove(${eb.ref('mailed_at')}, ${moment}::timestamptz)` }))
    .where('email', '=', email)
    .execute()
}

/**
 * Makes a token the one that opens the account, for 24 hours; the token before stops to work.
 * @returns makes the token before work again, where this one could not be mailed
 */
export async function startLink(id: string, token: string, moment: Date): Promise<() => Promise<void>> {
  const hash = sha256(token)
  const { rows } = await sql<{ link_hash: Buffer | null; link_expires_at: Date | null }>`
    UPDATE registration SET link_hash = ${hash}, link_expires_at = ${addSeconds(moment, LINK_SECONDS.verify_email)}
    WHERE id = ${id} RETURNING old.link_hash, old.link_expires_at`.execute(kysely(db()))
  return async () => {
    const [before] = rows
    if (!before) return
    await kysely(db())
      .updateTable('registration')
      .set(before)
      .where('id', '=', id)
      .where('link_hash', '=', hash)
      .execute()
  }
}

/** Returns the registration that a mailed token opens; undefined where the token is unknown, used, replaced or too old. */
export async function findRegistration(
  token: string,
  moment: Date,
): Promise<Pick<Registrant, 'id' | 'passwordHash'> | undefined> {
  const found = await prisma().registration.findUnique({
    where: { linkHash: sha256(token), linkExpiresAt: { gt: moment }, expiresAt: { gt: moment } },
    select: { id: true, passwordHash: true },
  })
  return found ?? undefined
}

/**
 * Takes the registration that a mailed token opens; of two uses at once the second finds nothing.
 * @param id the one that was looked at before: another one, which has taken its place meanwhile, stays
 * @returns who registered, and the hash of their password; undefined where the token is unknown, used, replaced or too old
 */
export async function takeRegistration(
  tx: Tx,
  id: string,
  token: string,
  moment: Date,
): Promise<Registrant | undefined> {
  const row = await tx.kysely
    .deleteFrom('registration')
    .where('id', '=', id)
    .where('link_hash', '=', sha256(token))
    .where('link_expires_at', '>', moment)
    .where('expires_at', '>', moment)
    .returning(['id', 'username', 'email', 'password_hash', 'display_name', 'role'])
    .returning(['phone_number', 'location', 'social_links', 'locale'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      username: row.username,
      email: row.email,
      passwordHash: row.password_hash,
      displayName: row.display_name,
      role: row.role,
      phoneNumber: row.phone_number,
      location: row.location,
      socialLinks: storedSocialLinks.parse(row.social_links),
      locale: mailLocale.parse(row.locale),
    }
  )
}

/** Deletes registrations that nobody verified in time. @returns how many */
export async function purgeRegistrations(moment: Date): Promise<number> {
  const { count } = await prisma().registration.deleteMany({ where: { expiresAt: { lt: moment } } })
  return count
}
