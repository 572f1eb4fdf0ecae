import { z } from 'zod'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import type { SocialLinks } from '#lib/contract/profiles/social-links.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows, runTransaction } from '#lib/core/db.ts'
import { sha256 } from '#lib/core/ids.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { LINK_SECONDS, LINKS_PER_HOUR, type NewUser } from './schema.ts'

/** Whose account it will be. */
export type Registrant = Omit<NewUser, 'password'> & { id: string; passwordHash: string }

/** How long a registration waits for its email, with its name kept and its password known. */
const WAITING_SECONDS = 7 * 24 * 60 * 60

/**
 * Puts somebody down whose account begins once their email is verified, in place of an earlier registration of that
 * email. It is the same whether or not an account has the email, so that nothing about it tells (docs/decisions/0036).
 * @param id of the account to be
 */
export async function keepRegistration(tx: Tx, user: Registrant, moment: Date): Promise<void> {
  await rows(
    tx.client,
    `INSERT INTO registration (email, id, username, password_hash, display_name, role, phone_number, location,
       social_links, locale, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (email) DO UPDATE SET id = $2, username = $3, password_hash = $4, display_name = $5, role = $6,
       phone_number = $7, location = $8, social_links = $9, locale = $10, created_at = $11, expires_at = $12,
       link_hash = NULL, link_expires_at = NULL`,
    [
      user.email.toLowerCase(),
      user.id,
      user.username,
      user.passwordHash,
      user.displayName,
      user.role,
      user.phoneNumber ?? '',
      user.location ?? '',
      user.socialLinks ?? {},
      user.locale ?? defaultMailLocale,
      moment,
      addSeconds(moment, WAITING_SECONDS),
    ],
  )
}

/**
 * Frees the name of registrations that nobody has verified in time, and keeps the name for this transaction: of two who
 * want it at once the second waits here.
 */
export async function lockUsername(on: Queryable, username: string, moment: Date): Promise<void> {
  await rows(on, `SELECT pg_advisory_xact_lock(hashtextextended('username ' || lower($1), 0))`, [username])
  await rows(on, 'DELETE FROM registration WHERE lower(username) = lower($1) AND expires_at <= $2', [
    username,
    moment,
  ])
}

/** The hash of the password with which somebody registered this email and has yet to verify it. */
export async function findWaitingHash(email: string, moment: Date): Promise<string | undefined> {
  const row = await firstRow<{ password_hash: string }>(
    db(),
    'SELECT password_hash FROM registration WHERE email = $1 AND expires_at > $2',
    [email, moment],
  )
  return row?.password_hash
}

const mailLocale = z.enum(mailLocales).catch(defaultMailLocale)

/** Whoever registered this email, as mails address them. */
export async function findRegistrant(email: string, moment: Date) {
  const row = await firstRow<{ id: string; display_name: string; locale: string }>(
    db(),
    'SELECT id, display_name, locale FROM registration WHERE email = $1 AND expires_at > $2',
    [email, moment],
  )
  if (!row) return undefined
  const [firstName = ''] = row.display_name.split(' ')
  return { id: row.id, email, firstName, locale: mailLocale.parse(row.locale) }
}

/**
 * Counts a mail to a registered email before it goes out.
 * @returns false where it has had its share of this hour
 */
export function countRegistrationMail(email: string, moment: Date): Promise<boolean> {
  return runTransaction(async (client) => {
    // Of two at once the second counts the first.
    const row = await firstRow<{ mailed_at: Date[] }>(
      client,
      'SELECT mailed_at FROM registration WHERE email = $1 FOR UPDATE',
      [email],
    )
    const recent = row?.mailed_at.filter((mailed) => mailed > addSeconds(moment, -3600)) ?? []
    if (!row || recent.length >= LINKS_PER_HOUR) return false
    await rows(client, 'UPDATE registration SET mailed_at = $2 WHERE email = $1', [
      email,
      [...recent, moment],
    ])
    return true
  })
}

/** Takes back a mail that reached nobody. */
export async function uncountRegistrationMail(email: string, moment: Date): Promise<void> {
  await db().query('UPDATE registration SET mailed_at = array_remove(mailed_at, $2) WHERE email = $1', [
    email,
    moment,
  ])
}

/** Makes a token that was mailed the one that opens the account, for 24 hours; an older one ends. */
export async function startLink(id: string, token: string, moment: Date): Promise<void> {
  await db().query('UPDATE registration SET link_hash = $2, link_expires_at = $3 WHERE id = $1', [
    id,
    sha256(token),
    addSeconds(moment, LINK_SECONDS.verify_email),
  ])
}

type Row = {
  id: string
  username: string
  email: string
  password_hash: string
  display_name: string
  role: NewUser['role']
  phone_number: string
  location: string
  social_links: SocialLinks
  locale: string
}

/**
 * Takes the registration that a mailed token opens; of two uses at once the second finds nothing.
 * @returns who registered, and the hash of their password; undefined where the token is unknown, used, replaced or too old
 */
export async function takeRegistration(tx: Tx, token: string, moment: Date): Promise<Registrant | undefined> {
  const row = await firstRow<Row>(
    tx.client,
    `DELETE FROM registration WHERE link_hash = $1 AND link_expires_at > $2 AND expires_at > $2
     RETURNING id, username, email, password_hash, display_name, role, phone_number, location, social_links, locale`,
    [sha256(token), moment],
  )
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
      socialLinks: row.social_links,
      locale: mailLocale.parse(row.locale),
    }
  )
}

/** Deletes registrations that nobody verified in time. @returns how many */
export async function purgeRegistrations(moment: Date): Promise<number> {
  const gone = await db().query('DELETE FROM registration WHERE expires_at < $1', [moment])
  return gone.rowCount ?? 0
}
