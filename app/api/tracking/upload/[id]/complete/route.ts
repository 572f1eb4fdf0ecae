import { contract } from '#lib/contract/all.ts'
import { completeTrackUpload } from '#lib/domain/tracks/upload.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.tracks.completeUpload, {}, ({ params, body, actor }) =>
    completeTrackUpload(params.id, body, actor),
  ),
})
