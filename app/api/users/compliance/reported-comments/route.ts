import { contract } from '#lib/contract/all.ts'
import { listReported } from '#lib/domain/comments/moderation.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.comments.reported, {}, ({ query }) => listReported(query)),
})
