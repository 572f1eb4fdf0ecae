import { contract } from '#lib/contract/all.ts'
import { openTrackParts } from '#lib/domain/tracks/upload.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.tracks.uploadParts,
    { rate: { points: 600, seconds: 3_600, by: 'account' } },
    ({ params, actor }) => openTrackParts(params.id, actor),
  ),
})
