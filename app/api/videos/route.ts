import { contract } from '#lib/contract/all.ts'
import { isOfficer } from '#lib/domain/videos/policy.ts'
import { listVideos } from '#lib/domain/videos/queries.ts'
import { keptVideoSources } from '#lib/web/kept-video-sources.ts'
import { methods } from '#lib/web/methods.ts'
import { publicRead } from '#lib/web/public-reads.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicRead(contract.videos.list, {
    changesWith: ['votes', 'videos', 'challenge'],
    isPersonal: isOfficer,
    read: ({ query, actor }) =>
      actor ? listVideos(query, actor) : listVideos(query, null, keptVideoSources),
  }),
})

// Spares the hot path the proxy in which Next otherwise wraps each request.
export const dynamic = 'force-dynamic'
