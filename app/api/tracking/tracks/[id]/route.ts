import { contract } from '#lib/contract/all.ts'
import { deleteTrack, reviewTrack } from '#lib/domain/tracks/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint(contract.tracks.delete, {}, async ({ params, actor }) => {
    await deleteTrack(params.id, actor)
    return {}
  }),
  PATCH: endpoint(contract.tracks.review, {}, ({ params, body, actor, address }) => {
    const { status, review_comments: comments } = body
    return reviewTrack({ trackId: params.id, status, comments, officer: actor, address })
  }),
})
