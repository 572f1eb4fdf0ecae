import { processSingleton } from '#lib/core/process-singleton.ts'
import { countVideos, type VideoListSources } from '#lib/domain/videos/queries.ts'
import { type Ranks, readRanks } from '#lib/domain/videos/standings.ts'
import { Kept } from './kept.ts'
import { maxAge, versionOf } from './public-changes.ts'

const MOST_COUNTS = 500

const kept = processSingleton('kept-video-sources', () => ({
  // Votes move no video into or out of a list: counting, the dearest part of a page, is spared while they pour in.
  counts: new Kept<number>({
    limit: MOST_COUNTS,
    version: versionOf(['videos', 'challenge']),
    maxAge,
    isAnswer: no,
  }),
  ranks: new Kept<Ranks>({
    limit: 1,
    version: versionOf(['votes', 'videos', 'challenge']),
    maxAge,
    isAnswer: no,
  }),
}))

function no(): boolean {
  return false
}

/** What the feed's pages have in common, read once for each change for all of them. */
export const keptVideoSources: VideoListSources = {
  countVideos: (filter) => kept.get().counts.getExact(JSON.stringify(filter), () => countVideos(filter)),
  readRanks: () => kept.get().ranks.getExact('current', () => readRanks()),
}
