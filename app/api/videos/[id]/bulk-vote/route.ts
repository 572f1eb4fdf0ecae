import { methods } from '#lib/web/endpoint/endpoint.ts'
import { bulkVote } from '#lib/web/gifts/gift-calls.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: bulkVote })
