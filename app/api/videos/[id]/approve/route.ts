import { contract } from '#lib/contract/all.ts'
import { approveVideo } from '#lib/domain/videos/review-video.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.submissions.approve, {}, ({ params, actor, address }) =>
    approveVideo({ videoId: params.id, officer: actor, address }),
  ),
})
