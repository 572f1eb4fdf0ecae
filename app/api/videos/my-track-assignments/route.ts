import { contract } from '#lib/contract/all.ts'
import { listOwnAssignments } from '#lib/domain/videos/own-videos.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.submissions.myAssignments, {}, ({ actor }) => listOwnAssignments(actor)),
})
