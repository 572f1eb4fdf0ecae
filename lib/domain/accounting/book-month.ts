import { type Expression, sql } from 'kysely'

// A month is written as its first day, `2026-11-01`, as in challenge.month.

type JournalRefs = {
  id: Expression<bigint>
  sourceType: Expression<string>
  sourceId: Expression<string>
  occurredAt: Expression<Date>
}

/**
 * SQL: the month of a journal. The journals of a challenge's close belong to the challenge's month, although
 * they are posted later; every other journal to the Nairobi month of `occurredAt`.
 */
export function ownMonth({ sourceType, sourceId, occurredAt }: Omit<JournalRefs, 'id'>) {
  return sql<string>`CASE WHEN ${sourceType} = 'challenge'
    THEN (SELECT challenge.month FROM challenge WHERE challenge.id = ${sourceId}::uuid)
    ELSE date_trunc('month', ${occurredAt} AT TIME ZONE 'Africa/Nairobi')::date END`
}

/**
 * SQL: the month whose report includes a journal, or will include it. A journal posted after its month's
 * report belongs to the next month without a report, because a report never changes.
 */
export function bookMonth(journal: JournalRefs) {
  const own = ownMonth(journal)
  return sql<string>`coalesce(
    (SELECT min(r.month) FROM month_report r WHERE r.month >= ${own} AND r.through_journal >= ${journal.id}),
    greatest(${own}, (SELECT (max(r.month) + interval '1 month')::date FROM month_report r)))`
}
