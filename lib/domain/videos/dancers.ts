import { sql } from 'kysely'
import type { z } from 'zod'
import type { dancers, FoundDancer } from '#lib/contract/videos/dancers.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { wordsOf } from '#lib/core/like-pattern.ts'
import { peopleLike } from './people.ts'
import { displayAvatar } from './policy.ts'

const MOST_DANCERS = 12
/**
 * At most this many matches are ranked: a search for one letter must not add up everybody's votes.
 */
const MOST_LOOKED_AT = 300

/**
 * Finds dancers with a public dance by name, town or county, most votes first. Returns none without a filter.
 */
export async function findDancers({
  search,
  county,
}: z.output<typeof dancers.query>): Promise<FoundDancer[]> {
  if (!search && !county) return []
  const words = wordsOf(search)
  const found = await kysely(db())
    .with('fitting', (query) => {
      let fitting = query
        .selectFrom('profile as p')
        // OFFSET 0 forces a lookup of each user by key; the planner would otherwise scan all dancers.
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('appUser')
              .select(['id', 'username', 'firstName', 'lastName'])
              .whereRef('id', '=', 'p.userId')
              .where('role', '=', 'dancer')
              .where('isActive', '=', true)
              .where('deletedAt', 'is', null)
              .offset(sql.lit(0))
              .as('u'),
          (join) => join.onTrue(),
        )
        .select(['u.id', 'u.username', 'u.firstName', 'u.lastName', 'p.displayName', 'p.location'])
        .select(['p.county', 'p.avatarUrl'])
        .limit(MOST_LOOKED_AT)
      if (search)
        fitting = fitting.where(
          'p.userId',
          '=',
          sql<string>`any(array(${peopleLike(words, MOST_LOOKED_AT)}))`,
        )
      // The county index is partial: PostgreSQL uses it only with the second condition.
      if (county) fitting = fitting.where('p.county', '=', county).where('p.county', '<>', sql.lit(''))
      return fitting
    })
    .selectFrom('fitting as f')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('video as v')
          .select((v) => [
            v.cast<number>(v.fn.countAll(), 'integer').as('dances'),
            v.cast<number>(v.fn.coalesce(v.fn.sum('v.voteCount'), v.lit(0)), 'integer').as('votes'),
          ])
          .whereRef('v.dancerId', '=', 'f.id')
          .where('v.status', '=', 'approved')
          .where('v.kind', '=', 'entry')
          .as('s'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .where('s.dances', '>', 0)
    .orderBy('s.votes', 'desc')
    .orderBy('f.id')
    .limit(MOST_DANCERS)
    .execute()
  return found.map((row) => ({
    username: row.username,
    display_name: row.displayName || `${row.firstName} ${row.lastName}`.trim() || row.username,
    location: row.location,
    county: row.county,
    avatar: displayAvatar(row.avatarUrl, 'entry'),
    dances: row.dances,
    votes: row.votes,
  }))
}
