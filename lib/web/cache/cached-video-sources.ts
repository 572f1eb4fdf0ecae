import { processSingleton } from '#lib/core/process-singleton.ts'
import { readRelated } from '#lib/domain/videos/presenter.ts'
import { countVideos, type VideoListSources } from '#lib/domain/videos/queries.ts'
import { type Ranks, readRanks } from '#lib/domain/videos/standings.ts'
import { maxAge, versionOf } from './public-changes.ts'
import { VersionedCache } from './versioned-cache.ts'
import { VersionedRows } from './versioned-rows.ts'

const MOST_COUNTS = 500
/** Some 600 bytes each. */
const MOST_RELATED = 5_000

const caches = processSingleton('cached-video-sources', () => ({
  // Votes move no video into or out of a list. Counting is the dearest part of a page, so votes do not make it run again.
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
  // A page picks its videos and their votes from one table; whose they are and what they are danced to is asked for once for each change.
  related: new VersionedRows(
    { limit: MOST_RELATED, version: versionOf(['videos', 'challenge']), maxAge },
    readRelated,
  ),
}))

function no(): boolean {
  return false
}

/** Reads what all pages of the feed need once for each change. */
export const cachedVideoSources: VideoListSources = {
  countVideos: (filter) => caches.get().counts.getExact(JSON.stringify(filter), () => countVideos(filter)),
  readRanks: () => caches.get().ranks.getExact('current', () => readRanks()),
  readRelated: (ids) => caches.get().related.get(ids),
}
