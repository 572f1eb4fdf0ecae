import { docsFile } from '#lib/web/api-docs/docs-page.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: docsFile })
