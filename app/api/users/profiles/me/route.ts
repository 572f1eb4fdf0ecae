import { contract } from '#lib/contract/all.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.profiles.me, {}, ({ actor }) => getMyProfile(actor.id)),
})
