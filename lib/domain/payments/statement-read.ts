import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'

// Up to when M-Pesa's statement is read. It stands among the checks by the clock (`system_check`), whose row tells when.

const NAME = 'statement_read'

/** Notes that M-Pesa's statement is read completely up to a moment. An earlier one than before changes nothing. */
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

/** The moment up to which M-Pesa's statement is read completely; null before the first reading. */
export async function statementReadTo(on: Queryable): Promise<Date | null> {
  const read = await kysely(on)
    .selectFrom('systemCheck')
    .select('checkedAt')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return read?.checkedAt ?? null
}
