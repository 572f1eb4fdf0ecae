import { contract } from '#lib/contract/all.ts'
import { listOwnVideos } from '#lib/domain/videos/own-videos.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.submissions.myVideos, {}, ({ actor }) => listOwnVideos(actor)),
})
