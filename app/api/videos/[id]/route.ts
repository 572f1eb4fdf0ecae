import { videoDetail } from '#lib/web/cache/public-answers.ts'
import { methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: videoDetail.route })
