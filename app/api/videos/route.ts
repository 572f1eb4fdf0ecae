import { methods } from '#lib/web/endpoint/methods.ts'
import { videoList } from '#lib/web/kept/public-answers.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: videoList })
