import { contract } from '#lib/contract/all.ts'
import { getCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { getMonthResults, listPastMonths } from '#lib/domain/royalties/past-months.ts'
import { getTally } from '#lib/domain/tally/queries.ts'
import { findDancers } from '#lib/domain/videos/dancers.ts'
import { isOfficer } from '#lib/domain/videos/policy.ts'
import { countVideos, getVideo, listVideos } from '#lib/domain/videos/queries.ts'
import { cachedVideoSources } from './cached-video-sources.ts'
import { getListedLeaderboard } from './leaderboard-moves.ts'
import { publicRead } from './public-reads.ts'

// Public calls, served by the routes of app/api and by the front door.

export const videoList = publicRead(contract.videos.list, {
  changesWith: ['votes', 'videos', 'challenge'],
  isPersonal: isOfficer,
  // An officer's list has other videos, so its counts must not be cached.
  read: ({ query, actor }) =>
    actor
      ? listVideos(query, actor, { ...cachedVideoSources, countVideos })
      : listVideos(query, null, cachedVideoSources),
})

export const videoDetail = publicRead(contract.videos.detail, {
  changesWith: ['votes', 'videos', 'challenge'],
  // Dancers see their own videos before approval, so answers to signed-in users are not cached.
  isPersonal: () => true,
  read: ({ params, actor }) => getVideo(params.id, actor, cachedVideoSources.readRanks),
})

export const foundDancers = publicRead(contract.videos.dancers, {
  changesWith: ['videos', 'challenge'],
  read: ({ query }) => findDancers(query),
})

export const leaderboard = publicRead(contract.challenges.leaderboard, {
  changesWith: ['votes', 'videos', 'challenge'],
  read: () => getListedLeaderboard(),
})

export const currentChallenge = publicRead(contract.challenges.current, {
  changesWith: ['challenge'],
  read: () => getCurrentChallenge(),
})

export const pastMonths = publicRead(contract.challenges.past, {
  changesWith: ['challenge'],
  read: ({ query }) => listPastMonths(query),
})

export const monthResults = publicRead(contract.challenges.results, {
  changesWith: ['challenge'],
  read: ({ params }) => getMonthResults(params.id),
})

// A tally grows once a minute at most, so votes do not invalidate the cache.
export const tally = publicRead(contract.tally.summary, {
  changesWith: ['challenge'],
  read: ({ params, query }) => getTally(params.id, query.totals),
})
