import { type Expression, sql } from 'kysely'

// The month to which a journal belongs in the books. Months are their first day, `2026-11-01`, as challenge.month has it.

type JournalRefs = {
  id: Expression<bigint>
  sourceType: Expression<string>
  sourceId: Expression<string>
  occurredAt: Expression<Date>
}

/**
 * SQL: the month to which a journal belongs by itself. A month's close belongs to that month, though it happens in the next one;
 * every other journal belongs to the month of its time in Nairobi.
 */
export function ownMonth({ sourceType, sourceId, occurredAt }: Omit<JournalRefs, 'id'>) {
  return sql<string>`CASE WHEN ${sourceType} = 'challenge'
    THEN (SELECT challenge.month FROM challenge WHERE challenge.id = ${sourceId}::uuid)
    ELSE date_trunc('month', ${occurredAt} AT TIME ZONE 'Africa/Nairobi')::date END`
}

/**
 * SQL: the month in whose report a journal is, or will be. A journal that was posted after its month was reported belongs to the next
 * month that has no report, so that a report never changes.
 */
export function bookMonth(journal: JournalRefs) {
  const own = ownMonth(journal)
  return sql<string>`coalesce(
    (SELECT min(r.month) FROM month_report r WHERE r.month >= ${own} AND r.through_journal >= ${journal.id}),
    greatest(${own}, (SELECT (max(r.month) + interval '1 month')::date FROM month_report r)))`
}
