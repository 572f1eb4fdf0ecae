import { openapiPage } from '#lib/web/api-docs/openapi.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: openapiPage })
