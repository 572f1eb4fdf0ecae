import type { DisputeQuery } from '#lib/contract/disputes/calls.ts'
import { nairobiText } from '#lib/core/clock.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { listDisputes } from './queries.ts'

export const disputeColumns = [
  'opened_at_nairobi',
  'reference',
  'kind',
  'state',
  'origin',
  'receipt',
  'phone',
  'owner',
  'due_at_nairobi',
  'closed_at_nairobi',
] as const

type Line = readonly (string | number)[]
const AT_ONCE = 100

/** Records the export. In the list's order, phones masked. */
export async function exportDisputes(
  query: DisputeQuery,
  { actor, address }: { readonly actor: { readonly id: string }; readonly address: string },
): Promise<AsyncGenerator<Line[]>> {
  await transaction((tx) =>
    recordAudit(tx, {
      actor,
      action: 'disputes.exported',
      subject: { type: 'disputes', id: 'all' },
      after: Object.fromEntries(Object.entries(query).filter(([, value]) => value)),
      address,
    }),
  )
  return linesOf(query, actor)
}

async function* linesOf(query: DisputeQuery, actor: { readonly id: string }): AsyncGenerator<Line[]> {
  const moment = (at: string | null) => (at === null ? '' : nairobiText(new Date(at)))
  for (let page = 1; ; page++) {
    const found = await listDisputes({ ...query, page, page_size: AT_ONCE }, actor)
    yield found.results.map((row) => [
      ...[moment(row.created_at), row.reference, row.kind, row.state, row.origin, row.receipt, row.phone],
      ...[row.owner?.username ?? '', moment(row.due_at), moment(row.closed_at)],
    ])
    if (found.next === null) return
  }
}
