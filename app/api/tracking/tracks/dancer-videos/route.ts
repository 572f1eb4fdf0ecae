import { contract } from '#lib/contract/all.ts'
import { listDancerVideos } from '#lib/domain/tracks/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.tracks.dancerVideos, {}, ({ actor, query }) => listDancerVideos(actor.id, query)),
})
