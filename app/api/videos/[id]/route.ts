import { contract } from '#lib/contract/all.ts'
import { getVideo } from '#lib/domain/videos/queries.ts'
import { keptVideoSources } from '#lib/web/kept-video-sources.ts'
import { methods } from '#lib/web/methods.ts'
import { publicRead } from '#lib/web/public-reads.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicRead(contract.videos.detail, {
    changesWith: ['votes', 'videos', 'challenge'],
    // Dancers see their own before it is approved.
    isPersonal: () => true,
    read: ({ params, actor }) => getVideo(params.id, actor, keptVideoSources.readRanks),
  }),
})

// Spares the hot path the proxy in which Next otherwise wraps each request.
export const dynamic = 'force-dynamic'
