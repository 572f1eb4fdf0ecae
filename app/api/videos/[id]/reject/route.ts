import { contract } from '#lib/contract/all.ts'
import { rejectVideo } from '#lib/domain/videos/review-video.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.submissions.reject, {}, ({ params, body, actor, address }) =>
    rejectVideo({ videoId: params.id, reason: body.reason, officer: actor, address }),
  ),
})
