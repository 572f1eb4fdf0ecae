import { methods } from '#lib/web/endpoint/endpoint.ts'
import { tallyDownload } from '#lib/web/tally/tally-download.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: tallyDownload })
