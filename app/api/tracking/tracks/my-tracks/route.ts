import { contract } from '#lib/contract/all.ts'
import { listMyTracks } from '#lib/domain/tracks/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.tracks.myTracks, {}, ({ actor }) => listMyTracks(actor.id)),
})
