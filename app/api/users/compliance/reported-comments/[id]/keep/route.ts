import { contract } from '#lib/contract/all.ts'
import { keepComment } from '#lib/domain/comments/moderation.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.comments.keep, {}, async ({ params, actor, address }) => {
    await keepComment({ commentId: params.id, officer: actor, address })
    return {}
  }),
})
