import { contract } from '#lib/contract/all.ts'
import { withdrawVideo } from '#lib/domain/gifts/withdraw-videos.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.submissions.withdraw, {}, ({ params, body, actor, address }) =>
    withdrawVideo({ videoId: params.id, reason: body.reason, officer: actor, address }),
  ),
})
