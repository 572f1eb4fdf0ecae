import { methods } from '#lib/web/endpoint/endpoint.ts'
import { mediaFile } from '#lib/web/uploads/media-file.ts'

export const dynamic = 'force-dynamic'
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: mediaFile })
