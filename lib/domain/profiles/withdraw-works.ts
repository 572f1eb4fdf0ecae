import { sql } from 'kysely'
import { enqueue, type Tx } from '#lib/core/outbox.ts'
import { say } from '#lib/core/sentence.ts'
import type { StoredAt } from '#lib/core/storage.ts'
import { lockAllDraws } from '#lib/domain/challenges/lock-draws.ts'
import { withdrawVideos } from '#lib/domain/gifts/withdraw-videos.ts'
import { deleteFilesJob } from '#lib/domain/uploads/jobs.ts'
import { deleteStillsJob } from '#lib/domain/videos/jobs.ts'
import { formerName } from './policy.ts'

/** Takes somebody's videos and assignments out of the running month, their tracks out of the pool, and their comments away. */
export async function withdrawWorks(tx: Tx, userId: string, moment: Date): Promise<void> {
  await lockPool(tx, userId)
  await withdrawVideosOf(tx, userId, moment)
  await cancelAssignments(tx, userId)
  await withdrawTracks(tx, userId, moment)
  await withdrawComments(tx, userId, moment)
}

/**
 * Lets no draw give out a track of theirs while it is withdrawn: so a track that is deleted was given to nobody, and one that
 * was given is found and retired. It comes before all other locks but the account's, so that others wait for that alone while
 * a draw goes on.
 */
async function lockPool(tx: Tx, userId: string): Promise<void> {
  const track = await tx.prisma.track.findFirst({ where: { musicianId: userId }, select: { id: true } })
  // Who has none may be a dancer for whom tracks are drawn. That draw waits for the account, which is locked here already: each
  // would wait for the other.
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
  await tx.prisma.video.updateMany({
    where: { dancerId: userId, challenge: { phase: { not: 'closed' } } },
    data: { status: 'rejected', rejectionReason: sentence },
  })
  // Pictures of those that were withdrawn before are still there if their job was lost.
  const before = await tx.prisma.video.findMany({
    where: { dancerId: userId, status: 'rejected', id: { notIn: withdrawnIds } },
    select: { id: true },
  })
  if (before.length > 0) await enqueue(tx, deleteStillsJob, { videoIds: before.map(({ id }) => id) })
}

/** Nobody will dance to these tracks: their musicians need not wait for the month, and the pool counts them as free. */
async function cancelAssignments(tx: Tx, userId: string): Promise<void> {
  await tx.prisma.trackAssignment.updateMany({
    where: { dancerId: userId, status: { not: 'cancelled' }, challenge: { phase: { not: 'closed' } } },
    data: { status: 'cancelled' },
  })
}

/**
 * Deletes the tracks that nobody has used, with their files, and retires the others. Where their artist is the musician's own
 * name, it goes with the account: an upload that names nobody has it from there. Another artist's name stays.
 */
async function withdrawTracks(tx: Tx, userId: string, moment: Date): Promise<void> {
  const unused = await tx.kysely
    .deleteFrom('track as t')
    .where('t.musician_id', '=', userId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('video as v').select('v.id').whereRef('v.track_id', '=', 't.id'))),
    )
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('track_assignment as a').select('a.id').whereRef('a.track_id', '=', 't.id')),
      ),
    )
    .returning('t.object_key as key')
    .execute()
  const files = unused.map(({ key }): StoredAt => ({ bucket: 'media', key }))
  if (files.length > 0) await enqueue(tx, deleteFilesJob, { files })
  await tx.kysely
    .updateTable('track')
    .set((eb) => ({
      status: 'retired',
      retired_at: eb.fn.coalesce('retired_at', eb.val(moment)),
      description: '',
      tags: sql<string[]>`'{}'`,
      artist: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('app_user as u')
              .leftJoin('profile as p', 'p.user_id', 'u.id')
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
    .where('musician_id', '=', userId)
    .execute()
}

/** Takes the comments away and off their videos' counts; their rows stay for the officers, without the text. */
async function withdrawComments(tx: Tx, userId: string, moment: Date): Promise<void> {
  await tx.kysely
    .with('removed', (db) =>
      db
        .updateTable('comment')
        .set({ deleted_at: moment, deleted_by: userId })
        .where('author_id', '=', userId)
        .where('deleted_at', 'is', null)
        .returning('video_id'),
    )
    .with('counted', (db) =>
      db
        .selectFrom('removed')
        .select((eb) => ['video_id', eb.cast<number>(eb.fn.countAll(), 'int4').as('n')])
        .groupBy('video_id'),
    )
    .updateTable('video as v')
    .from('counted')
    .set((eb) => ({
      comment_count: sql<number>`greatest(0, ${eb('v.comment_count', '-', eb.ref('counted.n'))})`,
    }))
    .whereRef('v.id', '=', 'counted.video_id')
    .execute()
  await tx.prisma.comment.updateMany({ where: { authorId: userId }, data: { text: '–' } })
  await tx.prisma.commentReport.updateMany({ where: { reporterId: userId }, data: { reason: '' } })
}
