import { contract } from '#lib/contract/all.ts'
import { takeTrackDecision } from '#lib/domain/decisions/take.ts'
import { deleteTrack } from '#lib/domain/tracks/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: endpoint(contract.tracks.delete, {}, async ({ params, actor }) => {
    await deleteTrack(params.id, actor)
    return {}
  }),
  PATCH: endpoint(contract.tracks.review, {}, ({ params, body, actor: officer, address }) => {
    const { status, review_comments: comments, undoable } = body
    return takeTrackDecision({ trackId: params.id, status, comments, undoable, officer, address })
  }),
})
