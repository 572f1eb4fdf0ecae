import { type Expression, sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

// Of the few people of a list. OFFSET 0 looks each of them up by its key: the planner would rather read everybody.

/** SQL: the username of one person, to be joined laterally. */
export const usernameOf = (id: Expression<string>) =>
  kysely(db()).selectFrom('appUser').select('username').where('id', '=', id).offset(sql.lit(0))

/** SQL: the name that one person shows, to be joined laterally; no row where they have no profile. */
export const displayNameOf = (id: Expression<string>) =>
  kysely(db()).selectFrom('profile').select('displayName').where('userId', '=', id).offset(sql.lit(0))
