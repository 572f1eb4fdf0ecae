import { contract } from '#lib/contract/all.ts'
import { takeCommentDecision } from '#lib/domain/decisions/take.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.comments.removeReported, {}, async ({ params, body, actor: officer, address }) => {
    await takeCommentDecision({ ...body, commentId: params.id, action: 'reject', officer, address })
    return {}
  }),
})
