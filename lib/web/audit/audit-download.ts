import { downloads } from '#lib/contract/all.ts'
import type { AuditFilters } from '#lib/contract/audit/calls.ts'
import { auditColumns } from '#lib/contract/audit/format.ts'
import { exportAudit } from '#lib/domain/audit/export.ts'
import { csvDownload } from '#lib/web/endpoint/csv-download.ts'

type By = Parameters<typeof exportAudit>[1]

export const auditDownload = csvDownload({
  call: downloads.audit,
  name: 'ngoma-audit',
  columns: auditColumns,
  open: openAudit,
})

async function openAudit(filters: AuditFilters, by: By) {
  return linesOf(await exportAudit(filters, by))
}

async function* linesOf(batches: Awaited<ReturnType<typeof exportAudit>>) {
  for await (const lines of batches) yield lines.map((line) => auditColumns.map((column) => line[column]))
}
