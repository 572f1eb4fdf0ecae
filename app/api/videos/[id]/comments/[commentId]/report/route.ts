import { contract } from '#lib/contract/all.ts'
import { say } from '#lib/core/sentence.ts'
import { reportComment } from '#lib/domain/comments/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.comments.report,
    { rate: { points: 20, seconds: 3_600, by: 'account' } },
    async ({ params, body, actor }) => {
      const place = { videoId: params.id, commentId: params.commentId }
      await reportComment(place, actor, body.reason ?? '')
      return { message: say('comment_reported') }
    },
  ),
})
