import { contract } from '#lib/contract/all.ts'
import { addComment } from '#lib/domain/comments/commands.ts'
import { listComments } from '#lib/domain/comments/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.comments.list, {}, ({ params, query, actor }) =>
    listComments(params.id, actor, query),
  ),
  // The limit stops programs, not people.
  POST: endpoint(
    contract.comments.post,
    { rate: { points: 6, seconds: 60, by: 'account' } },
    ({ params, body, actor }) => addComment({ videoId: params.id, author: actor, text: body.text }),
  ),
})
