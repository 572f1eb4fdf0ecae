import { mediaFile } from '#lib/web/media-file.ts'
import { methods } from '#lib/web/methods.ts'

export const dynamic = 'force-dynamic'
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: mediaFile })
