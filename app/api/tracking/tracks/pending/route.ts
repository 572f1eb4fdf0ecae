import { contract } from '#lib/contract/all.ts'
import { listTracksForReview } from '#lib/domain/tracks/pending-tracks.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.tracks.pending, {}, ({ query }) => listTracksForReview(query)),
})
