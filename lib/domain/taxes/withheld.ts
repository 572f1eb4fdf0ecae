import { sql } from 'kysely'
import { nairobiTime } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'

export type Taxed = {
  userId: string
  kind: 'prize' | 'royalty'
  title: string
  closedAt: Date
  gross: Cents
  tax: Cents
}

/** Selects taxed prizes and royalties as `t`, with the time of the month's close. */
function taxed() {
  const books = kysely(db())
  const prizes = books
    .selectFrom('challengeResult as r')
    .innerJoin('challenge as c', 'c.id', 'r.challengeId')
    .where('r.tax', '>', 0n)
    .where('c.closedAt', 'is not', null)
    .select(['r.dancerId as userId', sql<Taxed['kind']>`'prize'`.as('kind'), 'c.title'])
    .select((eb) => [eb.ref('c.closedAt').$notNull().as('closedAt'), 'r.prize as gross', 'r.tax'])
  const royalties = books
    .selectFrom('royaltyStatement as s')
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .where('s.tax', '>', 0n)
    .where('c.closedAt', 'is not', null)
    .select(['s.musicianId as userId', sql<Taxed['kind']>`'royalty'`.as('kind'), 'c.title'])
    .select((eb) => [eb.ref('c.closedAt').$notNull().as('closedAt'), 's.royalty as gross', 's.tax'])
  return books.selectFrom(prizes.unionAll(royalties).as('t'))
}

const ofYear = (year: number) => ({ from: nairobiTime(year, 1), until: nairobiTime(year + 1, 1) })

const sumOf = (column: 'gross' | 'tax') => sql<Cents>`sum(${sql.ref(`t.${column}`)})::int8`.as(column)

/** Sums per person, by username. */
export function readTaxedPeople(year: number) {
  const { from, until } = ofYear(year)
  return taxed()
    .innerJoin('appUser as u', 'u.id', 't.userId')
    .where('t.closedAt', '>=', from)
    .where('t.closedAt', '<', until)
    .groupBy(['t.userId', 'u.username'])
    .select(['t.userId', 'u.username', sumOf('gross'), sumOf('tax')])
    .orderBy('u.username')
    .orderBy('t.userId')
    .execute()
}

/** Sums per year, newest first. */
export function readTaxYears(userId: string) {
  const year = sql<number>`extract(year FROM t.closed_at AT TIME ZONE 'Africa/Nairobi')::int4`
  return taxed()
    .where('t.userId', '=', userId)
    .groupBy(year)
    .select([year.as('year'), sumOf('gross'), sumOf('tax')])
    .orderBy(year, 'desc')
    .execute()
}

/** Oldest first. */
export function readTaxedOf(userId: string, year: number): Promise<Taxed[]> {
  const { from, until } = ofYear(year)
  return taxed()
    .where('t.userId', '=', userId)
    .where('t.closedAt', '>=', from)
    .where('t.closedAt', '<', until)
    .select(['t.userId', 't.kind', 't.title', 't.closedAt', 't.gross', 't.tax'])
    .orderBy('t.closedAt')
    .orderBy('t.kind')
    .orderBy('t.title')
    .execute()
}
