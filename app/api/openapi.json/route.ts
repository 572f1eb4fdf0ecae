import { methods } from '#lib/web/methods.ts'
import { openapiPage } from '#lib/web/openapi-page.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: openapiPage })
