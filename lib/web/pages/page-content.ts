import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import type { ListedRow, PictureRow } from '#lib/contract/leaderboard/calls.ts'
import {
  type FeedBeginning,
  list,
  type Video,
  type VideoOrdering,
  type VideoPage,
  type VideoSection,
} from '#lib/contract/videos/calls.ts'
import { FEED_PAGE_SIZE } from '#lib/contract/videos/constants.ts'
import type { DancerPage, SongPage } from '#lib/contract/videos/public-pages.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { getCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { getPicturedLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { findDancerPage, findSongPage } from '#lib/domain/videos/public-pages.ts'
import { getVideo, listVideos } from '#lib/domain/videos/queries.ts'
import { cachedVideoSources } from '#lib/web/cache/cached-video-sources.ts'
import { getListedLeaderboard } from '#lib/web/cache/leaderboard-moves.ts'
import { isStorable } from '#lib/web/endpoint/read-body.ts'

export type HomeContent = {
  challenge: CurrentChallenge | null
  /** Null if no feed was requested, or without a database. */
  page: FeedBeginning | null
  rows: ListedRow[] | null
  at: Date
}

/** @param ordering of the feed's first page; null for no feed */
export async function readHomeContent(ordering: VideoOrdering | null): Promise<HomeContent> {
  const at = now()
  const nothing: HomeContent = { challenge: null, page: null, rows: null, at }
  return withoutDatabaseInBuild(nothing, async () => {
    const [challenge, rows, page] = await Promise.all([
      readChallenge(at),
      getListedLeaderboard(at),
      ordering ? readBeginning(ordering) : null,
    ])
    return { challenge, page, rows, at }
  })
}

/** @returns null if there is no such active dancer */
export async function findDancerContent(username: string): Promise<DancerPage | null> {
  if (!isStorable(username)) return null
  return findDancerPage(username, cachedVideoSources.readRanks)
}

/** @returns null if no public dance uses the song */
export async function findSongContent(id: string): Promise<SongPage | null> {
  return isUuid(id) ? findSongPage(id, cachedVideoSources.readRanks) : null
}

export type VideoContent = {
  video: Video
  /** The next dance on the leaderboard, else the newest other one. */
  next: { id: string; title: string; dancer: string } | null
  paybillNumber: string
  ussdCode: string | null
}

/** @returns null unless the video is approved */
export async function findVideoContent(id: string): Promise<VideoContent | null> {
  if (!isUuid(id)) return null
  try {
    const [video, rows] = await Promise.all([
      getVideo(id, null, cachedVideoSources.readRanks),
      getPicturedLeaderboard(),
    ])
    return {
      video,
      next: nextOnBoard(rows, video.id) ?? (await newestOther(video.id)),
      paybillNumber: env.MPESA_SHORTCODE,
      ussdCode: env.USSD_CODE ?? null,
    }
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

export type PosterContent = {
  readonly video: Video
  readonly address: string
  readonly paybillNumber: string
  readonly ussdCode: string | null
}

/** @returns null unless the video is an approved entry */
export async function findPosterContent(id: string): Promise<PosterContent | null> {
  const found = await findVideoContent(id)
  if (found?.video.kind !== 'entry') return null
  const { video, paybillNumber, ussdCode } = found
  return { video, paybillNumber, ussdCode, address: new URL(`/video/${video.id}`, env.PUBLIC_URL).href }
}

function nextOnBoard(rows: PictureRow[], id: string): VideoContent['next'] {
  const index = rows.findIndex((row) => row.video_id === id)
  const row = rows[index + 1] ?? rows.find(({ video_id }) => video_id !== id)
  return row
    ? { id: row.video_id, title: row.title, dancer: row.dancer_display_name ?? row.dancer_username }
    : null
}

async function newestOther(id: string): Promise<VideoContent['next']> {
  const query = list.query.parse({ status: 'approved', page_size: 2 })
  const { results } = await listVideos(query, null, cachedVideoSources)
  const other = results.find((video) => video.id !== id)
  return other ? { id: other.id, title: other.title, dancer: other.dancer.display_name } : null
}

async function readChallenge(at: Date): Promise<CurrentChallenge | null> {
  try {
    return await getCurrentChallenge(at)
  } catch (error) {
    if (error instanceof RuleError && error.code === 'no_challenge') return null
    throw error
  }
}

async function readBeginning(ordering: VideoOrdering): Promise<FeedBeginning> {
  const thisMonth = await readFirstPage(ordering, 'this_month')
  return { thisMonth, others: thisMonth.next ? null : await readFirstPage(ordering, 'others') }
}

function readFirstPage(ordering: VideoOrdering, section: VideoSection): Promise<VideoPage> {
  const query = list.query.parse({ status: 'approved', ordering, section, page_size: FEED_PAGE_SIZE })
  return listVideos(query, null, cachedVideoSources)
}

/**
 * Returns `nothing` if an image is built without a database; pages are rendered again at the first request.
 * Elsewhere a failing database is an error, and Next serves the previous page.
 */
export async function withoutDatabaseInBuild<T>(nothing: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (env.NEXT_PHASE !== 'phase-production-build') throw error
    log.warn({ err: String(error) }, 'building a page without a database')
    return nothing
  }
}
