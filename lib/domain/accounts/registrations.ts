import { type Expression, sql } from 'kysely'
import { z } from 'zod'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { newSecret, sha256 } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { LINK_SECONDS } from './policy.ts'
import { type NewUser, storedSocialLinks } from './schema.ts'

/** Somebody who registered, as their account will be made. */
export type Registrant = Omit<NewUser, 'password'> & { id: string; passwordHash: string }

/** How long a registration is pending; until then its name and password are stored. */
const PENDING_SECONDS = 7 * 24 * 60 * 60

/** With so many registrations of one email a password is compared, the newest: each comparison is slow on purpose. */
const COMPARED = 5

/**
 * Stores a registration beside others of the same email. The account begins once the email is verified. It is stored whether
 * or not an account has the email, so that nobody learns which emails have one (docs/decisions/0017).
 */
export async function storeRegistration(tx: Tx, user: Registrant, moment: Date): Promise<void> {
  await tx.kysely
    .insertInto('pendingRegistration')
    .values({
      id: user.id,
      email: user.email.toLowerCase(),
      username: user.username,
      passwordHash: user.passwordHash,
      displayName: user.displayName,
      role: user.role,
      phoneNumber: user.phoneNumber ?? '',
      location: user.location ?? '',
      socialLinks: user.socialLinks ?? {},
      locale: user.locale ?? defaultMailLocale,
      createdAt: moment,
      expiresAt: addSeconds(moment, PENDING_SECONDS),
    })
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
    .deleteFrom('pendingRegistration')
    .where((eb) => sameName(eb.ref('username'), username))
    .where('expiresAt', '<=', moment)
    .execute()
}

/** Returns the hashes of the passwords with which an email was registered that is not verified yet: at most five, the newest first. */
export async function findPendingHashes(email: string, moment: Date): Promise<string[]> {
  const found = await pendingOf(email, moment)
  return found.map(({ passwordHash }) => passwordHash)
}

function pendingOf(email: string, moment: Date) {
  return kysely(db())
    .selectFrom('pendingRegistration')
    .select(['id', 'passwordHash'])
    .where('email', '=', email)
    .where('expiresAt', '>', moment)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(COMPARED)
    .execute()
}

const mailLocale = z.enum(mailLocales).catch(defaultMailLocale)

/** Returns the newest registration of this email, or that of `id`, as mails address the person. */
export async function findRegistrant(email: string, moment: Date, id?: string) {
  let newest = kysely(db())
    .selectFrom('pendingRegistration')
    .select(['id', 'displayName', 'locale'])
    .where('email', '=', email)
    .where('expiresAt', '>', moment)
  if (id !== undefined) newest = newest.where('id', '=', id)
  const found = await newest.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!found) return undefined
  const [firstName = ''] = found.displayName.split(' ')
  return { id: found.id, email, firstName, locale: mailLocale.parse(found.locale) }
}

/** Makes a link for a registration, which works for 24 hours beside its other links. @returns its token; only its hash is stored */
export async function createRegistrationLink(id: string, moment: Date): Promise<string> {
  const token = newSecret()
  await kysely(db())
    .insertInto('registrationLink')
    .values({
      tokenHash: sha256(token),
      accountId: id,
      createdAt: moment,
      expiresAt: addSeconds(moment, LINK_SECONDS.verify_email),
    })
    .execute()
  return token
}

/** Deletes a link whose mail could not be sent. */
export async function dropRegistrationLink(token: string): Promise<void> {
  await kysely(db()).deleteFrom('registrationLink').where('tokenHash', '=', sha256(token)).execute()
}

export type Candidate = { id: string; passwordHash: string }

/**
 * Returns the registrations that a link can open: its own first, then the newest others of the same email, because the link proves
 * whose the email is. Empty where the link is unknown, used or too old.
 * @param named ids that are looked up however many newer ones there are: only who has registered knows them
 * @returns `accountId` is whose account the link has opened, where it has
 */
export async function findByLink(
  token: string,
  moment: Date,
  named: readonly string[] = [],
): Promise<{ candidates: Candidate[]; accountId?: string }> {
  const link = await kysely(db())
    .selectFrom('registrationLink')
    .selectAll()
    .where('tokenHash', '=', sha256(token))
    .executeTakeFirst()
  if (!link) return { candidates: [] }
  const own = await kysely(db())
    .selectFrom('pendingRegistration')
    .select(['id', 'email', 'passwordHash'])
    .where('id', '=', link.accountId)
    .where('expiresAt', '>', moment)
    .executeTakeFirst()
  if (!own || link.expiresAt <= moment) return { candidates: [], accountId: link.accountId }
  const others = await kysely(db())
    .selectFrom('pendingRegistration')
    .select(['id', 'passwordHash'])
    .where('email', '=', own.email)
    .where('expiresAt', '>', moment)
    .where('id', '=', anyOf(named))
    .execute()
  others.push(...(await pendingOf(own.email, moment)))
  return { candidates: [...new Map([own, ...others].map((one) => [one.id, one])).values()] }
}

/**
 * Takes a registration whose email is verified now, and deletes the others of that email: an account has it from here on, to which all
 * links of that email belong. Of two uses at once the second finds nothing.
 * @returns who registered, and the hash of their password; undefined where it is gone
 */
export async function takeRegistration(tx: Tx, id: string, moment: Date): Promise<Registrant | undefined> {
  // All in one order, so that of two who open two registrations of one email at once the second waits here.
  await tx.kysely
    .selectFrom('pendingRegistration')
    .select('id')
    .where('email', '=', (of) => of.selectFrom('pendingRegistration').select('email').where('id', '=', id))
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await tx.kysely
    .deleteFrom('pendingRegistration')
    .where('id', '=', id)
    .where('expiresAt', '>', moment)
    .returning(['id', 'username', 'email', 'passwordHash', 'displayName', 'role'])
    .returning(['phoneNumber', 'location', 'socialLinks', 'locale'])
    .executeTakeFirst()
  if (!row) return undefined
  const others = await tx.kysely
    .deleteFrom('pendingRegistration')
    .where('email', '=', row.email)
    .returning('id')
    .execute()
  if (others.length > 0)
    await tx.kysely
      .updateTable('registrationLink')
      .set({ accountId: id })
      .where(
        'accountId',
        'in',
        others.map((other) => other.id),
      )
      .execute()
  return {
    ...row,
    socialLinks: storedSocialLinks.parse(row.socialLinks),
    locale: mailLocale.parse(row.locale),
  }
}

/** Deletes registrations that nobody verified in time, and links a day after their end. @returns how many registrations */
export async function purgeRegistrations(moment: Date): Promise<number> {
  const dayAgo = addSeconds(moment, -24 * 60 * 60)
  await kysely(db()).deleteFrom('registrationLink').where('expiresAt', '<', dayAgo).execute()
  const { numDeletedRows } = await kysely(db())
    .deleteFrom('pendingRegistration')
    .where('expiresAt', '<', moment)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
