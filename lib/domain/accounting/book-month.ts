import { type Expression, sql } from 'kysely'

// Months are their first day, `2026-11-01`, as in challenge.month.

type JournalRefs = {
  id: Expression<bigint>
  sourceType: Expression<string>
  sourceId: Expression<string>
  occurredAt: Expression<Date>
}

/**
 * SQL: a month's close belongs to that month, though it happens in the next; every other journal to the month
 * of its time in Nairobi.
 */
export function ownMonth({ sourceType, sourceId, occurredAt }: Omit<JournalRefs, 'id'>) {
  return sql<string>`CASE WHEN ${sourceType} = 'challenge'
    THEN (SELECT challenge.month FROM challenge WHERE challenge.id = ${sourceId}::uuid)
    ELSE date_trunc('month', ${occurredAt} AT TIME ZONE 'Africa/Nairobi')::date END`
}

/**
 * SQL: the month in whose report a journal is, or will be. A journal posted after its month's report belongs
 * to the next month without a report, because a report never changes.
 */
export function bookMonth(journal: JournalRefs) {
  const own = ownMonth(journal)
  return sql<string>`coalesce(
    (SELECT min(r.month) FROM month_report r WHERE r.month >= ${own} AND r.through_journal >= ${journal.id}),
    greatest(${own}, (SELECT (max(r.month) + interval '1 month')::date FROM month_report r)))`
}
