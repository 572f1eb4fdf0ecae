import { z } from 'zod'
import { counties } from '#lib/contract/profiles/counties.ts'
import { TALLY_TOTALS } from '#lib/contract/tally/constants.ts'
import { listComments } from '#lib/domain/comments/queries.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { getMonthResults, listPastMonths } from '#lib/domain/royalties/past-months.ts'
import { findListedGift, getTally, readTallyRows } from '#lib/domain/tally/queries.ts'
import { findDancers } from '#lib/domain/videos/dancers.ts'
import { findDancerPage, findSongPage } from '#lib/domain/videos/public-pages.ts'
import { countVideos, getVideo, listVideos, type VideoListQuery } from '#lib/domain/videos/queries.ts'
import { readRanks } from '#lib/domain/videos/standings.ts'
import { PAGE_SIZE, pick, type Read, type Subjects } from './subjects.ts'
import { feed, sources } from './video-sources.ts'

const page = { page: 1, page_size: PAGE_SIZE }

/** What everybody may read. */
export function publicReads(subjects: Subjects): Read[] {
  const { dancers, gifts, running, closed } = subjects
  return [
    ...feedReads(subjects),
    { name: 'leaderboard', read: () => getLeaderboard() },
    { name: 'ranks', read: () => readRanks() },
    {
      name: 'video',
      read: (turn) => getVideo(pick(subjects.videos, turn).id, null, sources.readRanks),
    },
    { name: 'comments', read: (turn) => listComments(pick(subjects.videos, turn).id, null, page) },
    {
      name: "a dancer's page",
      read: (turn) => findDancerPage(pick(dancers, turn).username, sources.readRanks),
    },
    { name: "a song's page", read: (turn) => findSongPage(pick(subjects.songs, turn).id, sources.readRanks) },
    ...dancerReads(subjects),
    {
      name: 'a gift that is watched',
      read: (turn) => getGift(pick(gifts, turn).intent_id, sources.readRanks),
    },
    { name: 'tally', read: () => getTally(running, TALLY_TOTALS) },
    { name: 'tally, rows', read: (turn) => readTallyRows(running, { after: (turn % 10) * 100, limit: 100 }) },
    {
      name: 'tally, a gift',
      read: (turn) => {
        const { challenge_id, receipt, phone } = pick(gifts, turn)
        return findListedGift(challenge_id, { receipt, phone })
      },
    },
    // One month, because the small database has no more.
    { name: 'results', read: () => listPastMonths({ page: 1, page_size: 1 }) },
    { name: 'results of a month', read: (turn) => getMonthResults(pick(closed, turn).id) },
  ]
}

function feedReads({ dancers, songs }: Subjects): Read[] {
  const asked = (name: string, query: (turn: number) => Partial<VideoListQuery>): Read => ({
    name: `feed${name}`,
    read: (turn) => listVideos(feed(query(turn)), null, sources),
  })
  return [
    asked(', first page', () => ({})),
    asked(', later page', (turn) => ({ page: 2 + (turn % 10) })),
    asked(' by votes', () => ({ ordering: '-vote_count' })),
    asked(' by views', () => ({ ordering: '-view_count' })),
    asked(' of all months', () => ({ challenge: undefined })),
    asked(' of other months', () => ({ challenge: undefined, section: 'others' })),
    asked(' of a county', (turn) => ({ county: countyOf(pick(dancers, turn)) })),
    asked(' of a county, all months', (turn) => ({
      challenge: undefined,
      county: countyOf(pick(dancers, turn)),
    })),
    {
      name: 'feed, count of a county',
      read: (turn) =>
        countVideos({
          ...feed({ county: countyOf(pick(dancers, turn)) }),
          status: 'approved',
          byReviewer: false,
        }),
    },
    asked(', search', (turn) => ({ search: pick(dancers, turn).username })),
    asked(', search for a name', (turn) => ({ search: nameOf(pick(dancers, turn)) })),
    asked(', search for a song', (turn) => ({ search: pick(songs, turn).title })),
    asked(', search for a word', (turn) => ({ search: wordOf(pick(songs, turn)) })),
    asked(', search for a word in all months', (turn) => ({
      challenge: undefined,
      search: wordOf(pick(songs, turn)),
    })),
  ]
}

function dancerReads({ dancers }: Subjects): Read[] {
  return [
    {
      name: 'dancers, search by username',
      read: (turn) => findDancers({ search: pick(dancers, turn).username, county: undefined }),
    },
    {
      name: 'dancers, search by name',
      read: (turn) => findDancers({ search: nameOf(pick(dancers, turn)), county: undefined }),
    },
    {
      name: 'dancers, search by town',
      read: (turn) => findDancers({ search: pick(dancers, turn).location, county: undefined }),
    },
    {
      name: 'dancers of a county',
      read: (turn) => findDancers({ search: '', county: countyOf(pick(dancers, turn)) }),
    },
  ]
}

const nameOf = ({ first_name, last_name }: Subjects['dancers'][number]) => `${first_name} ${last_name}`
const wordOf = ({ title }: { title: string }) => title.split(' ')[0] ?? ''

const countyOf = ({ county }: Subjects['dancers'][number]) => z.enum(counties).parse(county)
