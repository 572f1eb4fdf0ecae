import { methods } from '#lib/web/methods.ts'
import { tally } from '#lib/web/public-answers.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: tally })
