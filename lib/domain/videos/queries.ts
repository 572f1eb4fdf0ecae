import type { z } from 'zod'
import type { list, Video, VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { newestRunning } from '#lib/domain/challenges/queries.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { isOfficer, maySee, type Viewer } from './policy.ts'
import { presentVideo, type VideoRow, videoColumns, videoJoins } from './presenter.ts'
import { type Ranks, readRanks } from './standings.ts'

/** What GET /videos/ takes, parsed: lib/contract/videos/calls.ts. */
export type VideoListQuery = z.output<typeof list.query>

/**
 * Which videos a list is of: SQL over `video v` with its values, the same for counting and for reading.
 * `name` tells the statement, `key` also what it is asked with, but not when.
 */
export type VideoFilter = { name: string; key: string; where: string; values: unknown[] }

/** Parts of an answer that change less often than it is asked for; lib/web keeps them in memory. */
export type VideoListSources = {
  countVideos(filter: VideoFilter): Promise<number>
  readRanks(): Promise<Ranks>
}

const straightFromDatabase: VideoListSources = { countVideos, readRanks: () => readRanks() }

/**
 * A page of videos. Callers who are not officers get approved ones, whatever status they ask for.
 * Ties are broken by id, so that pages never repeat or skip a row.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listVideos(
  query: VideoListQuery,
  viewer: Viewer,
  sources: VideoListSources = straightFromDatabase,
): Promise<VideoPage> {
  const filter = filterOf(query, viewer)
  const [count, ranks] = await Promise.all([sources.countVideos(filter), sources.readRanks()])
  const place = rowsOfPage(count, query.page, query.page_size)
  const ordering = orderingFor(viewer, query.ordering)
  const found = await readPage(filter, ordering, place)
  const { page, page_size, ...kept } = { ...query, ordering }
  const videos = found.map((row) => presentVideo(row, viewer, ranks))
  return makePage(
    '/videos/',
    { ...kept, page_size },
    { count, page, page_size },
    isOfficer(viewer) ? await withClaims(videos) : videos,
  )
}

/** How many videos a filter lets through. */
export async function countVideos(filter: VideoFilter): Promise<number> {
  const row = await firstRow<{ count: number }>(db(), {
    name: `videos-count${filter.name}`,
    text: `SELECT count(*)::int AS count FROM video v ${searchJoins(filter)} WHERE ${filter.where}`,
    values: filter.values,
  })
  return row?.count ?? 0
}

/**
 * One video.
 * @throws NotFoundError unless it is approved, the viewer's own, or an officer asks
 */
export async function getVideo(
  id: string,
  viewer: Viewer,
  ranksNow: () => Promise<Ranks> = () => readRanks(),
): Promise<Video> {
  const [row, ranks] = await Promise.all([
    firstRow<VideoRow>(db(), {
      name: 'video-by-id',
      text: `SELECT ${videoColumns} FROM video v ${videoJoins} WHERE v.id = $1`,
      values: [id],
    }),
    ranksNow(),
  ])
  if (!row || !maySee(viewer, row)) throw new NotFoundError()
  const video = presentVideo(row, viewer, ranks)
  return isOfficer(viewer) ? withClaim(video) : video
}

/** With which officer looks at each now. */
async function withClaims(videos: Video[]): Promise<Video[]> {
  const ids = videos.map(({ id }) => id)
  const claims = await readClaims(db(), 'video', ids)
  return videos.map((video) => ({ ...video, claim: claims.get(video.id) ?? null }))
}

async function withClaim(video: Video): Promise<Video> {
  const claims = await readClaims(db(), 'video', [video.id])
  return { ...video, claim: claims.get(video.id) ?? null }
}

/** The vote counts of those of the videos that are approved, by id. */
export async function readVoteCounts(ids: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ id: string; count: number }>(db(), {
    name: 'video-vote-counts',
    text: `SELECT id, vote_count AS count FROM video WHERE id = ANY($1::uuid[]) AND status = 'approved'`,
    values: [ids],
  })
  return new Map(found.map(({ id, count }) => [id, count]))
}

const orderings: Record<VideoOrdering, string> = {
  '-upload_date': 'v.upload_date DESC, v.id DESC',
  upload_date: 'v.upload_date, v.id',
  '-vote_count': 'v.vote_count DESC, v.id DESC',
  vote_count: 'v.vote_count, v.id',
  '-view_count': 'v.view_count DESC, v.id DESC',
  view_count: 'v.view_count, v.id',
  '-reviewed_at': 'v.reviewed_at DESC NULLS LAST, v.id DESC',
  reviewed_at: 'v.reviewed_at NULLS LAST, v.id',
}

/** When officers decided is between officers: to everybody else such an order is an unknown one. */
function orderingFor(viewer: Viewer, ordering: VideoOrdering): VideoOrdering {
  return ordering.endsWith('reviewed_at') && !isOfficer(viewer) ? '-upload_date' : ordering
}

/** The page's rows are picked first and joined afterwards: 20 look-ups instead of one for each video. */
function readPage(
  filter: VideoFilter,
  ordering: VideoOrdering,
  { limit, offset }: { limit: number; offset: number },
): Promise<VideoRow[]> {
  const order = orderings[ordering]
  const next = filter.values.length + 1
  return rows<VideoRow>(db(), {
    name: `videos-page${filter.name}:${ordering}`,
    text: `SELECT ${videoColumns} FROM (
        SELECT v.* FROM video v ${searchJoins(filter)} WHERE ${filter.where}
        ORDER BY ${order} LIMIT $${next} OFFSET $${next + 1}
      ) v ${videoJoins} ORDER BY ${order}`,
    values: [...filter.values, limit, offset],
  })
}

/** Each combination is a statement of its own, with a plan of its own, named after what it filters by. */
function filterOf(query: VideoListQuery, viewer: Viewer): VideoFilter {
  const conditions: { name: string; sql: (place: string) => string; value: unknown }[] = []
  const status = isOfficer(viewer) ? query.status : 'approved'
  if (status === 'decided')
    conditions.push({
      name: 'decided',
      sql: (p) => `v.status <> ${p}::video_status`,
      value: 'pending_review',
    })
  else if (status)
    conditions.push({ name: 'status', sql: (p) => `v.status = ${p}::video_status`, value: status })
  if (query.challenge === 'current')
    conditions.push({
      name: 'current',
      sql: (p) => `v.challenge_id = (SELECT id ${newestRunning(p)})`,
      value: now(),
    })
  else if (query.challenge)
    conditions.push({ name: 'challenge', sql: (p) => `v.challenge_id = ${p}::uuid`, value: query.challenge })
  if (query.search) {
    const [name, sql] = isOfficer(viewer) ? ['search-desk', searchedByDesk] : ['search', searched]
    conditions.push({ name, sql, value: containing(query.search) })
  }
  return {
    name: conditions.map(({ name }) => `:${name}`).join(''),
    key: JSON.stringify([status, query.challenge, query.search]),
    where: conditions.map(({ sql }, index) => sql(`$${index + 1}`)).join(' AND ') || 'true',
    values: conditions.map(({ value }) => value),
  }
}

function searched(place: string): string {
  const fields = ['v.title', 'su.username', 'sp.display_name', 'st.title', 'st.artist']
  return `(${fields.map((field) => `${field} ILIKE ${place}`).join(' OR ')})`
}

/** Officers find what one of them has decided as well. */
function searchedByDesk(place: string): string {
  return `(${searched(place)} OR v.reviewed_by IN (SELECT id FROM app_user WHERE username ILIKE ${place}))`
}

function searchJoins(filter: VideoFilter): string {
  if (!filter.name.includes(':search')) return ''
  return `JOIN app_user su ON su.id = v.dancer_id LEFT JOIN profile sp ON sp.user_id = v.dancer_id
    JOIN track st ON st.id = v.track_id`
}
