import { auditDownload } from '#lib/web/audit/audit-download.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: auditDownload })
