import { contract } from '#lib/contract/all.ts'
import { type AuditLine, auditColumns } from '#lib/contract/audit/format.ts'
import { toCsv, toCsvLines } from '#lib/contract/csv.ts'
import { now } from '#lib/core/clock.ts'
import { UnauthenticatedError } from '#lib/core/errors.ts'
import { exportAudit } from '#lib/domain/audit/export.ts'
import { authenticate } from '#lib/web/endpoint/authenticate.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { readInput } from '#lib/web/endpoint/read-input.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { streamOf } from '#lib/web/endpoint/stream-text.ts'

/** Sends the audit log as CSV, with the filters of the list. The download is recorded before its first row is sent. */
export const auditDownload: RouteHandler = async (request, context) => {
  const requestId = requestIdOf(request)
  const call = contract.admin.auditLogs
  try {
    const actor = await authenticate(call, request)
    if (!actor) throw new UnauthenticatedError()
    const { page: _page, page_size: _size, ...filters } = (await readInput(call, request, context)).query
    const lines = await exportAudit(filters, { actor, address: clientAddress(request) })
    return new Response(streamOf(toCsv([auditColumns]), lines, toLines), {
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

const toLines = (lines: AuditLine[]) =>
  toCsvLines(lines.map((line) => auditColumns.map((column) => line[column])))
