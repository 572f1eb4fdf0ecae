import { contract } from '#lib/contract/all.ts'
import { removeReported } from '#lib/domain/comments/moderation.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.comments.removeReported, {}, async ({ params, body, actor, address }) => {
    await removeReported({ commentId: params.id, officer: actor, reason: body.reason, address })
    return {}
  }),
})
