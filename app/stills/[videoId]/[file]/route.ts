import { methods } from '#lib/web/endpoint/endpoint.ts'
import { stillFile } from '#lib/web/videos/still-file.ts'

export const dynamic = 'force-dynamic'
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: stillFile })
