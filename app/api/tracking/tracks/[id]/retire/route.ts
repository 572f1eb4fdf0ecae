import { contract } from '#lib/contract/all.ts'
import { retireTrack } from '#lib/domain/tracks/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.tracks.retire, {}, ({ params, actor }) => retireTrack(params.id, actor)),
})
