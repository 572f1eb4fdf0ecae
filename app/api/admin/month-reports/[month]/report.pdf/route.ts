import { monthReportPdf } from '#lib/web/accounting/accounting-files.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: monthReportPdf })
