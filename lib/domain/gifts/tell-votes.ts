import { addSeconds, nairobiDayStart, nairobiParts, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { notify } from '#lib/domain/notifications/commands.ts'

/**
 * Tells dancers how many votes were counted for them yesterday, by Nairobi's day. Run again it tells nobody twice.
 * @returns how many dancers there were
 */
export async function tellVotes(): Promise<number> {
  const today = nairobiDayStart(now())
  const yesterday = nairobiDayStart(addSeconds(today, -1))
  const found = await readVotes(yesterday, today)
  const byDancer = Map.groupBy(found, ({ dancerId }) => dancerId)
  const { year, month, day } = nairobiParts(yesterday)
  const occasion = `votes of ${year}-${month}-${day}`
  if (byDancer.size === 0) return 0
  await transaction((tx) =>
    notify(
      tx,
      ...[...byDancer].map(([userId, [best, ...others]]) => ({
        userId,
        occasion,
        template: 'votes_yesterday' as const,
        data: {
          votes: others.reduce((sum, { votes }) => sum + votes, best?.votes ?? 0),
          video_id: best?.videoId ?? '',
        },
      })),
    ),
  )
  return byDancer.size
}

/** Votes by video, most first. */
function readVotes(from: Date, until: Date) {
  return (
    kysely(db())
      .selectFrom('gift as g')
      .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
      .innerJoin('video as v', 'v.id', 'g.videoId')
      .innerJoin('challenge as c', 'c.id', 'g.challengeId')
      .select((eb) => [
        'v.id as videoId',
        'v.dancerId',
        eb.cast<number>(eb.fn.sum('g.voteCount'), 'int4').as('votes'),
      ])
      // Of months that run on, so that no other gift is looked at. Nobody collects votes after a month's last day, whose votes its result tells.
      .where('c.endsAt', '>', until)
      // A video that was withdrawn has no page to share, and its dancer's account may be closed.
      .where('v.status', '=', 'approved')
      .where('i.state', '=', 'credited')
      .where('i.settledAt', '>=', from)
      .where('i.settledAt', '<', until)
      .groupBy(['v.id', 'v.dancerId'])
      .orderBy('votes', 'desc')
      .orderBy('v.id')
      .execute()
  )
}
