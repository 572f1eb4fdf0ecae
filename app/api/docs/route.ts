import { docsPage } from '#lib/web/docs-page.ts'
import { methods } from '#lib/web/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: docsPage })
