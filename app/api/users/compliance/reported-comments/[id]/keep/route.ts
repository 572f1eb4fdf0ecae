import { contract } from '#lib/contract/all.ts'
import { takeCommentDecision } from '#lib/domain/decisions/take.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.comments.keep, {}, async ({ params, body, actor: officer, address }) => {
    const decision = { commentId: params.id, action: 'approve', reason: '' } as const
    await takeCommentDecision({ ...body, ...decision, officer, address })
    return {}
  }),
})
