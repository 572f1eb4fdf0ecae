import { contract } from '#lib/contract/all.ts'
import { initiateTrackUpload } from '#lib/domain/tracks/upload.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.tracks.initiateUpload,
    { rate: { points: 60, seconds: 3_600, by: 'account' } },
    ({ body, actor }) => {
      const { filename: fileName, file_size: fileSize, content_type: contentType, ...described } = body
      return initiateTrackUpload({ fileName, fileSize, contentType }, described, actor)
    },
  ),
})
