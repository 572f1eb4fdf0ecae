import { type FirstPage, firstPageOf } from '#lib/client/first-page.ts'
import { feedOrderings, type HomeView } from '#lib/client/home-view.ts'
import type { CurrentChallenge, LeaderboardRow } from '#lib/contract/challenges.ts'
import { list } from '#lib/contract/videos.ts'
import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { RuleError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import { getCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { listVideos } from '#lib/domain/videos/queries.ts'
import { keptVideoSources } from './kept-video-sources.ts'

export type HomeContent = {
  view: HomeView
  challenge: CurrentChallenge | null
  /** The feed's first page, where the view is a feed and there was a database to ask. */
  first: FirstPage | null
  rows: LeaderboardRow[]
  at: Date
}

/** What a view of the home page shows, for everybody the same. */
export async function readHomeContent(view: HomeView): Promise<HomeContent> {
  const at = now()
  const nothing: HomeContent = { view, challenge: null, first: null, rows: [], at }
  return withoutDatabaseInBuild(nothing, async () => {
    const [challenge, rows, first] = await Promise.all([
      readChallenge(at),
      getLeaderboard(at),
      view === 'leaderboard' ? null : readFirstPage(view, at),
    ])
    return { view, challenge, first, rows, at }
  })
}

/** The month's challenge, or null between months. */
export async function readChallenge(at: Date): Promise<CurrentChallenge | null> {
  try {
    return await getCurrentChallenge(at)
  } catch (error) {
    if (error instanceof RuleError && error.code === 'no_challenge') return null
    throw error
  }
}

async function readFirstPage(view: keyof typeof feedOrderings, at: Date): Promise<FirstPage> {
  const query = list.query.parse({ status: 'approved', ordering: feedOrderings[view], page_size: 10 })
  return firstPageOf(await listVideos(query, null, keptVideoSources), at)
}

/**
 * An image is built where no database is: its pages then come without content, and are rendered anew at the first
 * request. Anywhere else a database that does not answer is an error, and the former page stays.
 */
async function withoutDatabaseInBuild<T>(nothing: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (env.NEXT_PHASE !== 'phase-production-build') throw error
    log.warn({ err: String(error) }, 'building a page without a database')
    return nothing
  }
}
