import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

// How far M-Pesa's statement has been read, as a row of `system_check`.

const NAME = 'statement_read'

/** An earlier time changes nothing. */
export async function noteStatementRead(to: Date): Promise<void> {
  await kysely(db())
    .insertInto('systemCheck')
    .values({ name: NAME, checkedAt: to, isGood: true, tookMs: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        checkedAt: eb.fn('greatest', ['systemCheck.checkedAt', 'excluded.checkedAt']),
      })),
    )
    .execute()
}

/** Null before the first reading. */
export async function statementReadTo(on: Queryable): Promise<Date | null> {
  const read = await kysely(on)
    .selectFrom('systemCheck')
    .select('checkedAt')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return read?.checkedAt ?? null
}
