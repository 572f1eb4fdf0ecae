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

export type Registrant = Omit<NewUser, 'password'> & { id: string; passwordHash: string }

/** How long a pending registration is stored, with its name and password hash. */
const PENDING_SECONDS = 7 * 24 * 60 * 60

/**
 * How many of an email's newest registrations a password is compared with: each comparison is slow on
 * purpose.
 */
const COMPARED = 5

/**
 * Stores a registration. Several may share an email, and an account may have it too, so that the answer does
 * not reveal accounts (docs/decisions/0017).
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

/** SQL: equal, ignoring case. */
export const sameName = (column: Expression<string>, username: string) =>
  sql<boolean>`lower(${column}) = lower(${username})`

/**
 * Locks a name until the transaction ends: of two concurrent requests for a name the second waits. Deletes
 * the name's expired registrations.
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

/** At most COMPARED, newest first. */
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

/** The newest registration of this email, or that of `id`. */
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

/**
 * Creates a link that is valid for 24 hours beside earlier links.
 * @returns the token; only its hash is stored
 */
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

/** Deletes the link of a mail that was not sent. */
export async function dropRegistrationLink(token: string): Promise<void> {
  await kysely(db()).deleteFrom('registrationLink').where('tokenHash', '=', sha256(token)).execute()
}

export type Candidate = { id: string; passwordHash: string }

/**
 * Returns the registrations that a link can open: its own first, then the newest others of its email, because
 * the link proves who owns the email. Empty if the link is unknown, used or expired.
 * @param named ids of registrations to include regardless of age: only the registrant knows them
 * @returns `accountId` if the link has already opened an account
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
 * Removes a registration whose email is now verified, and the email's other registrations; their links now
 * lead to this one's account. Of two concurrent uses the second finds nothing.
 * @returns the registrant with the password hash; undefined if the registration is gone
 */
export async function takeRegistration(tx: Tx, id: string, moment: Date): Promise<Registrant | undefined> {
  // Locked in order of ids: of two concurrent uses of one email's links the second waits, without a deadlock.
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

/** Deletes expired registrations, and links a day after their end. @returns how many registrations */
export async function purgeRegistrations(moment: Date): Promise<number> {
  const dayAgo = addSeconds(moment, -24 * 60 * 60)
  await kysely(db()).deleteFrom('registrationLink').where('expiresAt', '<', dayAgo).execute()
  const { numDeletedRows } = await kysely(db())
    .deleteFrom('pendingRegistration')
    .where('expiresAt', '<', moment)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
