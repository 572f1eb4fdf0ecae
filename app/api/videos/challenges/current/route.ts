import { methods } from '#lib/web/endpoint/methods.ts'
import { currentChallenge } from '#lib/web/kept/public-answers.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: currentChallenge })
