import { contract } from '#lib/contract/all.ts'
import { listReported } from '#lib/domain/comments/moderation.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.comments.reported, {}, ({ query }) => listReported(query)),
})
