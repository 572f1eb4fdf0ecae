import { contract } from '#lib/contract/all.ts'
import { takeVideoDecision } from '#lib/domain/decisions/take.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.submissions.reject, {}, ({ params, body, actor: officer, address }) =>
    takeVideoDecision({ ...body, videoId: params.id, action: 'reject', officer, address }),
  ),
})
