import { processSingleton } from '#lib/core/process-singleton.ts'
import { countVideos, type VideoListSources } from '#lib/domain/videos/queries.ts'
import { type Ranks, readRanks } from '#lib/domain/videos/standings.ts'
import { maxAge, versionOf } from './public-changes.ts'
import { VersionedCache } from './versioned-cache.ts'

const MOST_COUNTS = 500

const caches = processSingleton('cached-video-sources', () => ({
  // Votes do not change the number of videos in a list; counting is a page's most expensive query.
  counts: new VersionedCache<number>({
    limit: MOST_COUNTS,
    version: versionOf(['videos', 'challenge']),
    maxAge,
    isAnswer: no,
  }),
  ranks: new VersionedCache<Ranks>({
    limit: 1,
    version: versionOf(['votes', 'videos', 'challenge']),
    maxAge,
    isAnswer: no,
  }),
}))

function no(): boolean {
  return false
}

export const cachedVideoSources: VideoListSources = {
  countVideos: (filter) => caches.get().counts.getExact(JSON.stringify(filter), () => countVideos(filter)),
  readRanks: () => caches.get().ranks.getExact('current', () => readRanks()),
}
