import { countVideos, type VideoListQuery, type VideoListSources } from '#lib/domain/videos/queries.ts'
import { type Ranks, readRanks } from '#lib/domain/videos/standings.ts'

const counts = new Map<string, Promise<number>>()
let ranks: Promise<Ranks> | undefined

/** As web does it (lib/web/cache/cached-video-sources.ts): what changes less often than it is asked for is kept. */
export const sources: VideoListSources = {
  countVideos: (filter) => {
    const key = JSON.stringify(filter)
    const count = counts.get(key) ?? countVideos(filter)
    counts.set(key, count)
    return count
  },
  readRanks: () => {
    ranks ??= readRanks()
    return ranks
  },
}

/** An officer's list is counted each time. */
export const deskSources: VideoListSources = { ...sources, countVideos }

/** The query of the feed's first page, with what else is asked for. */
export function feed(more: Partial<VideoListQuery>): VideoListQuery {
  return {
    status: undefined,
    challenge: 'current',
    search: '',
    ordering: '-upload_date',
    page: 1,
    page_size: 12,
    ...more,
  }
}
