import { sql } from 'kysely'
import type { AuditFilters } from '#lib/contract/audit/calls.ts'
import type { AuditLine } from '#lib/contract/audit/format.ts'
import { transaction } from '#lib/core/outbox.ts'
import { sealAudit } from './chain.ts'
import { recordAudit } from './commands.ts'
import { everyAudit, placeOf } from './queries.ts'

/**
 * Returns the audit's rows in batches. First records and seals the export with its filters: every row of the
 * file has a position in the chain, and the newest row of a file without filters is the export itself.
 */
export async function exportAudit(
  given: AuditFilters,
  by: { readonly actor: { readonly id: string }; readonly address: string },
): Promise<AsyncGenerator<AuditLine[]>> {
  const filters: AuditFilters = Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  const eventId = await transaction(async (tx) => {
    await recordAudit(tx, {
      actor: by.actor,
      action: 'audit.exported',
      subject: { type: 'audit', id: 'csv' },
      after: filters,
      address: by.address,
    })
    const { id } = await tx.kysely
      .selectNoFrom(sql<bigint>`currval(pg_get_serial_sequence('audit_event', 'id'))`.as('id'))
      .executeTakeFirstOrThrow()
    return id
  })
  await sealAudit()
  const place = await placeOf(eventId)
  if (place === null) throw new Error(`the export ${eventId} was not sealed`)
  return everyAudit(filters, place)
}
