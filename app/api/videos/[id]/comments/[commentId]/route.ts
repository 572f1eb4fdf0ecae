import { contract } from '#lib/contract/all.ts'
import { removeComment } from '#lib/domain/comments/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint(contract.comments.remove, {}, async ({ params, actor, address }) => {
    await removeComment({ videoId: params.id, commentId: params.commentId }, actor, address)
    return {}
  }),
})
