import { contract } from '#lib/contract/all.ts'
import { listOwnAssignments } from '#lib/domain/videos/own-videos.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.submissions.myAssignments, {}, ({ actor }) => listOwnAssignments(actor)),
})
