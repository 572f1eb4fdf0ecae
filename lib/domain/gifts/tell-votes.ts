import { addSeconds, nairobiDayStart, nairobiParts, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { notify } from '#lib/domain/notifications/commands.ts'

/** Notifies dancers of yesterday's votes (in Nairobi), once. @returns how many dancers */
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
      // Only running months, which limits the scan: a month's result reports the votes of its last day.
      .where('c.endsAt', '>', until)
      // A withdrawn video has no page, and its dancer's account may be closed.
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
