import { auditDownload } from '#lib/web/audit-download.ts'
import { methods } from '#lib/web/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: auditDownload })
