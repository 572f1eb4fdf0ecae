import { addSeconds } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newSecret, sha256 } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { type Models, prisma } from '#lib/core/prisma.ts'
import { LINK_SECONDS, LINKS_PER_HOUR, type LinkPurpose } from './schema.ts'

/**
 * Makes a one-use link's token; only its hash is kept.
 * @returns null where the account has had its share of this hour
 */
export function createLink(userId: string, purpose: LinkPurpose, moment: Date): Promise<string | null> {
  return transaction(async (tx) => {
    // Of two at once the second counts the first.
    await tx.kysely.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
    const recent = await tx.prisma.mailedLink.count({
      where: { userId, purpose, createdAt: { gt: addSeconds(moment, -3600) } },
    })
    if (recent >= LINKS_PER_HOUR) return null
    const token = newSecret()
    await tx.prisma.mailedLink.create({
      data: {
        tokenHash: hashOf(token),
        userId,
        purpose,
        createdAt: moment,
        expiresAt: addSeconds(moment, LINK_SECONDS[purpose]),
      },
    })
    return token
  })
}

/** Takes back a link that reached nobody: it does not count among the hour's. */
export async function dropLink(token: string): Promise<void> {
  await prisma().mailedLink.deleteMany({ where: { tokenHash: hashOf(token) } })
}

/** Ends the links that are older than this one, which has reached the person. */
export async function endOlderLinks(token: string, moment: Date): Promise<void> {
  await kysely(db())
    .updateTable('mailed_link as old')
    .from('mailed_link as new')
    .set({ expires_at: moment })
    .where('new.token_hash', '=', hashOf(token))
    .whereRef('old.user_id', '=', 'new.user_id')
    .whereRef('old.purpose', '=', 'new.purpose')
    .where((eb) =>
      eb(
        eb.refTuple('old.created_at', 'old.token_hash'),
        '<',
        eb.refTuple('new.created_at', 'new.token_hash'),
      ),
    )
    .where('old.expires_at', '>', moment)
    .execute()
}

/** Whose link this is, as long as it is for one of these purposes, can be used and its account is active. */
export async function findLinkOwner(
  models: Models,
  token: string,
  purposes: readonly LinkPurpose[],
  moment: Date,
): Promise<string | undefined> {
  const link = await models.mailedLink.findFirst({
    where: {
      tokenHash: hashOf(token),
      purpose: { in: [...purposes] },
      usedAt: null,
      expiresAt: { gt: moment },
      user: { isActive: true, deletedAt: null },
    },
    select: { userId: true },
  })
  return link?.userId
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
  const userId = await findLinkOwner(tx.prisma, token, purposes, moment)
  if (!userId) return undefined
  // Of two uses at once the second waits here and finds it used.
  const used = await tx.prisma.mailedLink.updateMany({
    where: { tokenHash: hashOf(token), usedAt: null },
    data: { usedAt: moment },
  })
  if (used.count === 0) return undefined
  await tx.prisma.mailedLink.updateMany({
    where: { userId, purpose: { in: [...purposes] }, usedAt: null, expiresAt: { gt: moment } },
    data: { expiresAt: moment },
  })
  return userId
}

/** Deletes links that ended more than a day before `moment`. @returns how many */
export async function purgeLinks(moment: Date): Promise<number> {
  const dayAgo = addSeconds(moment, -24 * 60 * 60)
  const gone = await prisma().mailedLink.deleteMany({
    where: { expiresAt: { lt: dayAgo }, createdAt: { lt: dayAgo } },
  })
  return gone.count
}

function hashOf(token: string): Buffer<ArrayBuffer> {
  return Buffer.from(sha256(token))
}
