import { sql } from 'kysely'
import type { CsvLine } from '#lib/contract/csv.ts'
import type { DisputeQuery } from '#lib/contract/disputes/calls.ts'
import { nairobiText, now } from '#lib/core/clock.ts'
import { everyRow } from '#lib/core/paging.ts'
import { type ExportedBy, recordExport } from '#lib/domain/audit/record-export.ts'
import { type DisputeRow, disputesOf, present, withOwner } from './queries.ts'

export const disputeColumns = [
  'opened_at_nairobi',
  'reference',
  'kind',
  'state',
  'origin',
  'receipt',
  'amount_kes',
  'phone',
  'owner',
  'due_at_nairobi',
  'closed_at_nairobi',
] as const

const AT_ONCE = 500

/** Newest first. Phones are masked. */
export async function exportDisputes(
  query: DisputeQuery,
  by: ExportedBy,
): Promise<AsyncGenerator<CsvLine[]>> {
  await recordExport('disputes.exported', { type: 'disputes', id: 'all' }, query, by)
  return linesOf(query, by.actor)
}

async function* linesOf(query: DisputeQuery, actor: { readonly id: string }): AsyncGenerator<CsvLine[]> {
  const moment = (at: string | null) => (at === null ? '' : nairobiText(new Date(at)))
  const upTo = now()
  for await (const found of everyRow<DisputeRow>(AT_ONCE, (last) => disputesAfter(query, actor, upTo, last)))
    yield found
      .map(present)
      .map((row) => [
        ...[moment(row.created_at), row.reference, row.kind, row.state, row.origin, row.receipt],
        ...[row.amount ?? '', row.phone],
        ...[row.owner?.username ?? '', moment(row.due_at), moment(row.closed_at)],
      ])
}

/** Reads by the time of creation, which never changes, unlike the order of the list. */
function disputesAfter(
  query: DisputeQuery,
  actor: { readonly id: string },
  upTo: Date,
  last: DisputeRow | undefined,
): Promise<DisputeRow[]> {
  let found = disputesOf(query, actor).where('d.createdAt', '<=', upTo)
  if (last)
    found = found.where(
      (eb) =>
        sql<boolean>`(${eb.ref('d.createdAt')}, ${eb.ref('d.id')}) < (${last.createdAt}, ${last.id}::uuid)`,
    )
  return withOwner(found).orderBy('d.createdAt', 'desc').orderBy('d.id', 'desc').limit(AT_ONCE).execute()
}
