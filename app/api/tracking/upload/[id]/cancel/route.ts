import { contract } from '#lib/contract/all.ts'
import { cancelTrackUpload } from '#lib/domain/tracks/upload.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.tracks.cancelUpload, {}, async ({ params, actor }) => {
    await cancelTrackUpload(params.id, actor)
    return {}
  }),
})
