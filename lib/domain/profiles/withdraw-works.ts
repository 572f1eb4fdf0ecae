import { type Kysely, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf } from '#lib/core/kysely.ts'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import type { StoredAt } from '#lib/core/storage.ts'
import { lockAllDraws } from '#lib/domain/challenges/lock-draws.ts'
import { withdrawVideos } from '#lib/domain/gifts/withdraw-videos.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { deleteStillsJob } from '#lib/domain/videos/jobs.ts'
import { formerName } from './policy.ts'

export async function withdrawWorks(tx: Tx, userId: string, moment: Date): Promise<void> {
  await lockPool(tx, userId)
  await withdrawVideosOf(tx, userId, moment)
  await cancelAssignments(tx, userId)
  await withdrawTracks(tx, userId, moment)
  await withdrawComments(tx, userId, moment)
}

/**
 * Blocks draws, so that no track is assigned while it is deleted. Taken before all other locks except the
 * account's, so that during a draw others wait only for the account.
 */
async function lockPool(tx: Tx, userId: string): Promise<void> {
  const track = await tx.kysely
    .selectFrom('track')
    .select('id')
    .where('musicianId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  // A person without tracks may be a dancer in a draw, which waits for the account locked here: locking draws
  // would deadlock.
  if (track) await lockAllDraws(tx.client)
}

/** Closed months keep their videos, because their results name them. */
async function withdrawVideosOf(tx: Tx, userId: string, moment: Date): Promise<void> {
  const sentence = say('removed.account_closed').coded
  const withdrawnIds = await withdrawVideos(tx, {
    of: { dancerId: userId },
    because: 'dancer_inactive',
    sentence,
    at: moment,
  })
  await tx.kysely
    .updateTable('video')
    .set({ status: 'rejected', rejectionReason: sentence })
    .where('dancerId', '=', userId)
    .where('challengeId', 'in', openMonths(tx.kysely))
    .execute()
  // Pictures of earlier withdrawals remain if their job was lost.
  const before = await tx.kysely
    .selectFrom('video')
    .select('id')
    .where('dancerId', '=', userId)
    .where('status', '=', 'rejected')
    .where((eb) => eb.not(eb('id', '=', anyOf(withdrawnIds))))
    .execute()
  if (before.length > 0) await enqueue(tx, deleteStillsJob, { videoIds: before.map(({ id }) => id) })
}

/** Cancels assignments in open months: nobody will dance to these tracks. */
async function cancelAssignments(tx: Tx, userId: string): Promise<void> {
  await tx.kysely
    .updateTable('trackAssignment')
    .set({ status: 'cancelled' })
    .where('dancerId', '=', userId)
    .where('status', '<>', 'cancelled')
    .where('challengeId', 'in', openMonths(tx.kysely))
    .execute()
}

const openMonths = (eb: Pick<Kysely<DB>, 'selectFrom'>) =>
  eb.selectFrom('challenge').select('challenge.id').where('challenge.phase', '<>', 'closed')

/**
 * Deletes unused tracks with their files, and retires the others. An artist name equal to the musician's own
 * is erased; another artist's name stays.
 */
async function withdrawTracks(tx: Tx, userId: string, moment: Date): Promise<void> {
  const unused = await tx.kysely
    .deleteFrom('track as t')
    .where('t.musicianId', '=', userId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('video as v').select('v.id').whereRef('v.trackId', '=', 't.id'))),
    )
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('trackAssignment as a').select('a.id').whereRef('a.trackId', '=', 't.id')),
      ),
    )
    .returning('t.objectKey as key')
    .execute()
  const files = unused.map(({ key }): StoredAt => ({ bucket: 'media', key }))
  if (files.length > 0) await enqueue(tx, deleteFilesJob, { files })
  await tx.kysely
    .updateTable('track')
    .set((eb) => ({
      status: 'retired',
      retiredAt: eb.fn.coalesce('retiredAt', eb.val(moment)),
      description: '',
      tags: sql<string[]>`'{}'`,
      artist: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('appUser as u')
              .leftJoin('profile as p', 'p.userId', 'u.id')
              .select('u.id')
              .where('u.id', '=', userId)
              .where(
                sql`lower(${eb.ref('track.artist')})`,
                'in',
                sql`(lower(u.username), lower(p.display_name))`,
              ),
          ),
        )
        .then(formerName('copyright_owner'))
        .else(eb.ref('artist'))
        .end(),
    }))
    .where('musicianId', '=', userId)
    .execute()
}

/** Comments leave their videos' counts; the rows stay for officers, without the text. */
async function withdrawComments(tx: Tx, userId: string, moment: Date): Promise<void> {
  await tx.kysely
    .with('removed', (db) =>
      db
        .updateTable('comment')
        .set({ deletedAt: moment, deletedBy: userId })
        .where('authorId', '=', userId)
        .where('deletedAt', 'is', null)
        .returning('videoId'),
    )
    .with('counted', (db) =>
      db
        .selectFrom('removed')
        .select((eb) => ['videoId', eb.cast<number>(eb.fn.countAll(), 'int4').as('n')])
        .groupBy('videoId'),
    )
    .updateTable('video as v')
    .from('counted')
    .set((eb) => ({
      commentCount: sql<number>`greatest(0, ${eb('v.commentCount', '-', eb.ref('counted.n'))})`,
    }))
    .whereRef('v.id', '=', 'counted.videoId')
    .execute()
  await tx.kysely.updateTable('comment').set({ text: '–' }).where('authorId', '=', userId).execute()
  await tx.kysely.updateTable('commentReport').set({ reason: '' }).where('reporterId', '=', userId).execute()
}
