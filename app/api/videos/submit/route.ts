import { contract } from '#lib/contract/all.ts'
import { submitVideo } from '#lib/domain/videos/submit-video.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

const rate = { points: 30, seconds: 600, by: 'account' } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.submissions.submit, { rate }, ({ body, actor }) =>
    submitVideo(
      {
        trackId: body.track_id,
        youtubeUrl: body.youtube_url,
        title: body.title,
        description: body.description,
      },
      actor,
    ),
  ),
})
