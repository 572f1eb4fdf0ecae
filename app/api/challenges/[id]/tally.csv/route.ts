import { methods } from '#lib/web/methods.ts'
import { tallyDownload } from '#lib/web/tally-download.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: tallyDownload })
