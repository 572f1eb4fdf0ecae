import { methods } from '#lib/web/endpoint/methods.ts'
import { tally } from '#lib/web/kept/public-answers.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: tally })
