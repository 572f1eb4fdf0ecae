import { sql } from 'kysely'
import { addSeconds } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { newSecret, sha256 } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
import { LINK_SECONDS, LINKS_PER_HOUR } from './policy.ts'
import type { LinkPurpose } from './schema.ts'

/**
 * Makes a one-use link's token; only its hash is kept.
 * @returns null where the account has had as many links as it may have in an hour
 */
export function createLink(userId: string, purpose: LinkPurpose, moment: Date): Promise<string | null> {
  return transaction(async (tx) => {
    // Of two at once the second waits for the lock and counts the first.
    await tx.kysely.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
    const recent = await tx.prisma.mailedLink.count({
      where: { userId, purpose, createdAt: { gt: addSeconds(moment, -3600) } },
    })
    if (recent >= LINKS_PER_HOUR[purpose]) return null
    const token = newSecret()
    await tx.kysely
      .insertInto('mailed_link')
      .values({
        token_hash: sha256(token),
        user_id: userId,
        purpose,
        created_at: moment,
        expires_at: addSeconds(moment, LINK_SECONDS[purpose]),
      })
      .execute()
    return token
  })
}

/** Deletes a link whose mail could not be sent: it does not count among the hour's. */
export async function dropLink(token: string): Promise<void> {
  await kysely(db()).deleteFrom('mailed_link').where('token_hash', '=', sha256(token)).execute()
}

/** Ends the links that are older than this one, once its mail was sent. */
export async function endOlderLinks(token: string, moment: Date): Promise<void> {
  await kysely(db())
    .updateTable('mailed_link as old')
    .from('mailed_link as new')
    .set({ expires_at: moment })
    .where('new.token_hash', '=', sha256(token))
    .whereRef('old.user_id', '=', 'new.user_id')
    .whereRef('old.purpose', '=', 'new.purpose')
    .where((eb) =>
      eb(
        eb.refTuple('old.created_at', 'old.token_hash'),
        '<',
        // Kysely compares tuples by "in" alone.
        sql<never>`(${eb.ref('new.created_at')}, ${eb.ref('new.token_hash')})`,
      ),
    )
    .where('old.expires_at', '>', moment)
    .execute()
}

/** Returns whose link this is while it works: for one of these purposes, neither used nor ended, its account active. */
export async function findLinkOwner(
  on: Queryable,
  token: string,
  purposes: readonly LinkPurpose[],
  moment: Date,
): Promise<string | undefined> {
  const row = await kysely(on)
    .selectFrom('mailed_link as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .select('l.user_id')
    .where('l.token_hash', '=', sha256(token))
    .where('l.purpose', '=', anyOf(purposes))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', moment)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns whose link this was, also where it is used, ended or too old. */
export async function findPastOwner(token: string, purpose: LinkPurpose): Promise<string | undefined> {
  const found = await prisma().mailedLink.findUnique({
    where: { tokenHash: sha256(token), purpose },
    select: { userId: true },
  })
  return found?.userId
}

const anyOf = (purposes: readonly LinkPurpose[]) => sql<LinkPurpose>`any(${purposes}::mailed_link_purpose[])`

/**
 * Uses a link up, and with it every other link of its account and purposes.
 * @returns whose it is; undefined where it is unknown, used, ended or too old
 */
export async function spendLink(
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
  moment: Date,
): Promise<string | undefined> {
  const userId = await findLinkOwner(tx.client, token, purposes, moment)
  if (!userId) return undefined
  // Of two uses at once the second waits here and finds it used.
  const used = await tx.kysely
    .updateTable('mailed_link')
    .set({ used_at: moment })
    .where('token_hash', '=', sha256(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) return undefined
  await tx.kysely
    .updateTable('mailed_link')
    .set({ expires_at: moment })
    .where('user_id', '=', userId)
    .where('purpose', '=', anyOf(purposes))
    .where('used_at', 'is', null)
    .where('expires_at', '>', moment)
    .execute()
  return userId
}

/**
 * Deletes all links of an account. Called before the account itself is locked, as the use of a link locks the link first: so the
 * two never wait for each other in a circle.
 */
export async function endLinks(tx: Tx, userId: string): Promise<void> {
  await tx.prisma.mailedLink.deleteMany({ where: { userId } })
}

/** Deletes links that ended more than a day before `moment`. @returns how many */
export async function purgeLinks(moment: Date): Promise<number> {
  const dayAgo = addSeconds(moment, -24 * 60 * 60)
  const { count } = await prisma().mailedLink.deleteMany({
    where: { expiresAt: { lt: dayAgo }, createdAt: { lt: dayAgo } },
  })
  return count
}
