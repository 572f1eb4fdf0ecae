import { addSeconds } from '#lib/core/clock.ts'
import { db, firstRow, type Queryable, rows, runTransaction } from '#lib/core/db.ts'
import { newSecret, sha256 } from '#lib/core/ids.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { LINK_SECONDS, LINKS_PER_HOUR, type LinkPurpose } from './schema.ts'

/**
 * Makes a one-use link's token; only its hash is kept.
 * @returns null where the account has had its share of this hour
 */
export function createLink(userId: string, purpose: LinkPurpose, moment: Date): Promise<string | null> {
  return runTransaction(async (client) => {
    // Of two at once the second counts the first.
    await rows(client, 'SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [userId])
    const recent = await rows(
      client,
      'SELECT 1 FROM mailed_link WHERE user_id = $1 AND purpose = $2::mailed_link_purpose AND created_at > $3',
      [userId, purpose, addSeconds(moment, -3600)],
    )
    if (recent.length >= LINKS_PER_HOUR) return null
    const token = newSecret()
    await rows(
      client,
      `INSERT INTO mailed_link (token_hash, user_id, purpose, created_at, expires_at)
       VALUES ($1, $2, $3::mailed_link_purpose, $4, $5)`,
      [sha256(token), userId, purpose, moment, addSeconds(moment, LINK_SECONDS[purpose])],
    )
    return token
  })
}

/** Takes back a link that reached nobody: it does not count among the hour's. */
export async function dropLink(token: string): Promise<void> {
  await db().query('DELETE FROM mailed_link WHERE token_hash = $1', [sha256(token)])
}

/** Ends the links that are older than this one, which has reached the person. */
export async function endOlderLinks(token: string, moment: Date): Promise<void> {
  await db().query(
    `UPDATE mailed_link old SET expires_at = $2 FROM mailed_link new
     WHERE new.token_hash = $1 AND old.user_id = new.user_id AND old.purpose = new.purpose
       AND (old.created_at, old.token_hash) < (new.created_at, new.token_hash) AND old.expires_at > $2`,
    [sha256(token), moment],
  )
}

/** Whose link this is, as long as it is for one of these purposes, can be used and its account is active. */
export async function findLinkOwner(
  on: Queryable,
  token: string,
  purposes: readonly LinkPurpose[],
  moment: Date,
): Promise<string | undefined> {
  const row = await firstRow<{ user_id: string }>(
    on,
    `SELECT l.user_id FROM mailed_link l JOIN app_user u ON u.id = l.user_id
     WHERE l.token_hash = $1 AND l.purpose = ANY($2::mailed_link_purpose[]) AND l.used_at IS NULL AND l.expires_at > $3
       AND u.is_active AND u.deleted_at IS NULL`,
    [sha256(token), purposes, moment],
  )
  return row?.user_id
}

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
  const used = await rows(
    tx.client,
    'UPDATE mailed_link SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL RETURNING 1',
    [sha256(token), moment],
  )
  if (used.length === 0) return undefined
  await rows(
    tx.client,
    `UPDATE mailed_link SET expires_at = $3
     WHERE user_id = $1 AND purpose = ANY($2::mailed_link_purpose[]) AND used_at IS NULL AND expires_at > $3`,
    [userId, purposes, moment],
  )
  return userId
}

/** Deletes links that ended more than a day before `moment`. @returns how many */
export async function purgeLinks(moment: Date): Promise<number> {
  const dayAgo = addSeconds(moment, -24 * 60 * 60)
  const gone = await db().query('DELETE FROM mailed_link WHERE expires_at < $1 AND created_at < $1', [dayAgo])
  return gone.rowCount ?? 0
}
