import { contract } from '#lib/contract/all.ts'
import { listOwnVideos } from '#lib/domain/videos/own-videos.ts'
import { cachedVideoSources } from '#lib/web/cache/cached-video-sources.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.submissions.myVideos, {}, ({ actor }) =>
    listOwnVideos(actor, cachedVideoSources.readRanks),
  ),
})
