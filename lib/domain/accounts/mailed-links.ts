import { sql } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { newSecret, sha256 } from '#lib/core/ids.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { LINK_SECONDS, LINKS_PER_HOUR } from './policy.ts'
import type { LinkPurpose } from './schema.ts'

/**
 * Creates a one-use token; only its hash is stored.
 * @returns null at the account's hourly limit
 */
export function createLink(userId: string, purpose: LinkPurpose, moment: Date): Promise<string | null> {
  return transaction(async (tx) => {
    // Of two concurrent requests the second waits for the lock and counts the first one's link.
    await tx.kysely.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute()
    const recent = await countRows(
      tx.kysely
        .selectFrom('mailedLink')
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .where('createdAt', '>', addSeconds(moment, -3600)),
    )
    if (recent >= LINKS_PER_HOUR[purpose]) return null
    const token = newSecret()
    await tx.kysely
      .insertInto('mailedLink')
      .values({
        tokenHash: sha256(token),
        userId,
        purpose,
        createdAt: moment,
        expiresAt: addSeconds(moment, LINK_SECONDS[purpose]),
      })
      .execute()
    return token
  })
}

/** Deletes the link of a mail that was not sent, so that it does not count for the hourly limit. */
export async function dropLink(token: string): Promise<void> {
  await kysely(db()).deleteFrom('mailedLink').where('tokenHash', '=', sha256(token)).execute()
}

/** Ends the account's older links of the same purpose. Called after the new link was mailed. */
export async function endOlderLinks(token: string, moment: Date): Promise<void> {
  await kysely(db())
    .updateTable('mailedLink as old')
    .from('mailedLink as new')
    .set({ expiresAt: moment })
    .where('new.tokenHash', '=', sha256(token))
    .whereRef('old.userId', '=', 'new.userId')
    .whereRef('old.purpose', '=', 'new.purpose')
    .where((eb) =>
      eb(
        eb.refTuple('old.createdAt', 'old.tokenHash'),
        '<',
        // Kysely compares tuples only by "in".
        sql<never>`(${eb.ref('new.createdAt')}, ${eb.ref('new.tokenHash')})`,
      ),
    )
    .where('old.expiresAt', '>', moment)
    .execute()
}

/**
 * Returns the owner of a link that has one of these purposes, is not used or ended, and whose account is
 * active.
 */
export async function findLinkOwner(
  on: Queryable,
  token: string,
  purposes: readonly LinkPurpose[],
  moment: Date,
): Promise<string | undefined> {
  const row = await kysely(on)
    .selectFrom('mailedLink as l')
    .innerJoin('appUser as u', 'u.id', 'l.userId')
    .select('l.userId')
    .where('l.tokenHash', '=', sha256(token))
    .where('l.purpose', '=', anyOf(purposes))
    .where('l.usedAt', 'is', null)
    .where('l.expiresAt', '>', moment)
    .where('u.isActive', '=', true)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.userId
}

/** The owner of a link, also of a used, ended or expired one. */
export async function findPastOwner(token: string, purpose: LinkPurpose): Promise<string | undefined> {
  const found = await kysely(db())
    .selectFrom('mailedLink')
    .select('userId')
    .where('tokenHash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return found?.userId
}

/**
 * Uses up the link and all others of its account and purposes.
 * @returns the owner; undefined if the link is unknown, used, ended or expired
 */
export async function spendLink(
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
  moment: Date,
): Promise<string | undefined> {
  const userId = await findLinkOwner(tx.client, token, purposes, moment)
  if (!userId) return undefined
  // Of two concurrent uses the second waits here and then finds the link used.
  const used = await tx.kysely
    .updateTable('mailedLink')
    .set({ usedAt: moment })
    .where('tokenHash', '=', sha256(token))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) return undefined
  await tx.kysely
    .updateTable('mailedLink')
    .set({ expiresAt: moment })
    .where('userId', '=', userId)
    .where('purpose', '=', anyOf(purposes))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', moment)
    .execute()
  return userId
}

/**
 * Deletes an account's links. Call it before locking the account: `spendLink` also locks the link first, and
 * one order avoids deadlocks.
 */
export async function endLinks(tx: Tx, userId: string): Promise<void> {
  await tx.kysely.deleteFrom('mailedLink').where('userId', '=', userId).execute()
}

/** Deletes links that ended more than a day before `moment`. @returns how many */
export async function purgeLinks(moment: Date): Promise<number> {
  const dayAgo = addSeconds(moment, -24 * 60 * 60)
  const { numDeletedRows } = await kysely(db())
    .deleteFrom('mailedLink')
    .where('expiresAt', '<', dayAgo)
    .where('createdAt', '<', dayAgo)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
