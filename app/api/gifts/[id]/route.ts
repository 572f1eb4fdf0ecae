import { contract } from '#lib/contract/all.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'
import { cachedVideoSources } from '#lib/web/cache/cached-video-sources.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.gifts.detail, {}, ({ params }) => getGift(params.id, cachedVideoSources.readRanks)),
})
