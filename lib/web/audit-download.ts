import { contract } from '#lib/contract/all.ts'
import type { AuditLog } from '#lib/contract/audit.ts'
import { toCsv, toCsvLines } from '#lib/contract/csv.ts'
import { now } from '#lib/core/clock.ts'
import { UnauthenticatedError } from '#lib/core/errors.ts'
import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { everyAudit } from '#lib/domain/audit/queries.ts'
import { authenticate } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { RouteHandler } from './endpoint.ts'
import { errorResponse } from './error-response.ts'
import { readInput } from './read-input.ts'
import { requestIdOf } from './request-id.ts'
import { streamOf } from './stream-text.ts'

const columns = [
  'id',
  'created_at',
  'admin_username',
  'action_type',
  'description',
  'affected_resource',
  'ip_address',
  'before',
  'after',
  'seal',
] as const

/** The audit as a file (CSV), with the list's own filters; that it was taken is on record before its first row leaves. */
export const auditDownload: RouteHandler = async (request, context) => {
  const requestId = requestIdOf(request)
  const call = contract.admin.auditLogs
  try {
    const actor = await authenticate(call, request)
    if (!actor) throw new UnauthenticatedError()
    const { page: _page, page_size: _size, ...filters } = (await readInput(call, request, context)).query
    await transaction((tx) =>
      recordAudit(tx, {
        actor,
        action: 'audit.exported',
        subject: { type: 'audit', id: 'csv' },
        after: filters,
        address: clientAddress(request),
      }),
    )
    return new Response(streamOf(toCsv([columns]), everyAudit(filters), toLines), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="ngoma-audit-${now().toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
        'x-request-id': requestId,
      },
    })
  } catch (error) {
    return errorResponse(error, 'GET /admin/audit-logs.csv', requestId)
  }
}

const toLines = (records: AuditLog[]) =>
  toCsvLines(records.map((record) => columns.map((column) => fieldOf(record[column]))))

function fieldOf(value: AuditLog[(typeof columns)[number]]): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
