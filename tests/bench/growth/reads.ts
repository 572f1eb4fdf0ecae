import { STATEMENTS_PER_PAGE } from '#lib/contract/royalties/constants.ts'
import { TALLY_TOTALS } from '#lib/contract/tally/constants.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { listAudit } from '#lib/domain/audit/queries.ts'
import { listComments } from '#lib/domain/comments/queries.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { listSubmissions } from '#lib/domain/kyc/submission-queries.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { listPayments } from '#lib/domain/overview/payments.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { searchDesk } from '#lib/domain/overview/search.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { listUsers } from '#lib/domain/overview/users.ts'
import { countWaiting } from '#lib/domain/overview/waiting.ts'
import { listWithdrawals } from '#lib/domain/payouts/queries.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { listCases } from '#lib/domain/reconciliation/list-cases.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { getMonthResults, listPastMonths } from '#lib/domain/royalties/past-months.ts'
import { listStatements } from '#lib/domain/royalties/queries.ts'
import { findListedGift, getTally, readTallyRows } from '#lib/domain/tally/queries.ts'
import { listOwnVideos } from '#lib/domain/videos/own-videos.ts'
import {
  countVideos,
  getVideo,
  listVideos,
  type VideoListQuery,
  type VideoListSources,
} from '#lib/domain/videos/queries.ts'
import { type Ranks, readRanks } from '#lib/domain/videos/standings.ts'
import { findWallet, listTransactions } from '#lib/domain/wallets/queries.ts'
import { SUBJECTS } from './sizes.ts'

/** Something that people read, answered by the product's own function, without what processes keep in memory. */
export interface Read {
  name: string
  read(turn: number): Promise<unknown>
}

/** As web does it (lib/web/cache/cached-video-sources.ts): what changes less often than it is asked for is kept. */
const counts = new Map<string, Promise<number>>()
let ranks: Promise<Ranks> | undefined
const sources: VideoListSources = {
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
const deskSources: VideoListSources = { ...sources, countVideos }

const feed = (more: Partial<VideoListQuery>): VideoListQuery => ({
  status: undefined,
  challenge: 'current',
  search: '',
  ordering: '-upload_date',
  page: 1,
  page_size: 12,
  ...more,
})

const page = { page: 1, page_size: 20 }
/** All payments, from the newest. */
const every = {
  purpose: undefined,
  state: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
  search: '',
}

/** Lists whom the running month's gifts go to and whose wallet's list has a whole page, so that both databases answer as much. */
function withWholePage(owner: 'v.dancer_id' | 't.musician_id') {
  return kysely(db())
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
    .innerJoin('account as a', 'a.owner_id', owner)
    .innerJoin('wallet_snapshot as w', 'w.account_id', 'a.id')
    .select('a.owner_id as id')
    .$narrowType<{ id: string }>()
    .where('c.phase', '=', 'voting')
    .where('w.entries', '>=', page.page_size)
    .distinct()
    .limit(SUBJECTS)
    .execute()
}

/** Prepares the reads of a database: whom and what they ask about is picked from what is there. */
export async function readsOf(): Promise<Read[]> {
  const books = kysely(db())
  const pick = <T>(all: readonly T[], turn: number): T => {
    const one = all[turn % all.length]
    if (one === undefined) throw new Error('There is nothing to read.')
    return one
  }
  const videos = await books
    .selectFrom('video')
    .select('id')
    .where('status', '=', 'approved')
    .orderBy('vote_code')
    .limit(SUBJECTS)
    .execute()
  const dancers = await books
    .selectFrom('video')
    .innerJoin('challenge as c', 'c.id', 'video.challenge_id')
    .innerJoin('app_user as u', 'u.id', 'dancer_id')
    .select(['u.id', 'u.username', 'u.email', 'u.phone_number'])
    .where('c.phase', '=', 'voting')
    // A name with less digits is a part of others, of more in the large database.
    .where('u.username', '~', '[0-9]{4}')
    .distinct()
    .limit(SUBJECTS)
    .execute()
  const musicians = await books
    .selectFrom('royalty_statement')
    .select('musician_id as id')
    .distinct()
    .limit(SUBJECTS)
    .execute()
  const paidDancers = await withWholePage('v.dancer_id')
  const paidMusicians = await withWholePage('t.musician_id')
  const gifts = await books
    .selectFrom('gift as g')
    .innerJoin('challenge as c', 'c.id', 'g.challenge_id')
    .innerJoin('mpesa_receipt as r', 'r.intent_id', 'g.intent_id')
    .select(['g.intent_id', 'g.phone', 'r.receipt', 'g.challenge_id'])
    .where('c.phase', '=', 'voting')
    .limit(SUBJECTS)
    .execute()
  const { id: running } = await books
    .selectFrom('challenge')
    .select('id')
    .where('phase', '=', 'voting')
    .executeTakeFirstOrThrow()
  const closed = await books.selectFrom('challenge').select('id').where('phase', '=', 'closed').execute()
  const { id: officer } = await books
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'compliance_officer')
    .limit(1)
    .executeTakeFirstOrThrow()
  const desk = { id: officer, role: 'super_admin' } as const
  return [
    { name: 'feed, first page', read: () => listVideos(feed({}), null, sources) },
    { name: 'feed, later page', read: (turn) => listVideos(feed({ page: 2 + (turn % 10) }), null, sources) },
    { name: 'feed by votes', read: () => listVideos(feed({ ordering: '-vote_count' }), null, sources) },
    { name: 'feed of all months', read: () => listVideos(feed({ challenge: undefined }), null, sources) },
    {
      name: 'feed, search',
      read: (turn) => listVideos(feed({ search: pick(dancers, turn).username }), null, sources),
    },
    { name: 'leaderboard', read: () => getLeaderboard() },
    { name: 'video', read: (turn) => getVideo(pick(videos, turn).id, null, sources.readRanks) },
    { name: 'comments', read: (turn) => listComments(pick(videos, turn).id, null, page) },
    { name: 'profile', read: (turn) => getMyProfile(pick(dancers, turn).id) },
    {
      name: 'own videos',
      read: (turn) =>
        listOwnVideos({ ...pick(dancers, turn), role: 'dancer', sessionId: '' }, sources.readRanks),
    },
    { name: "wallet, a dancer's", read: (turn) => findWallet(pick(paidDancers, turn).id) },
    { name: "wallet's list, a dancer's", read: (turn) => listTransactions(pick(paidDancers, turn).id, page) },
    {
      name: "wallet's list, a musician's",
      read: (turn) => listTransactions(pick(paidMusicians, turn).id, page),
    },
    { name: 'withdrawals', read: (turn) => listWithdrawals(pick(paidDancers, turn).id) },
    {
      name: 'royalty statements',
      read: (turn) => listStatements(pick(musicians, turn).id, { page: 1, page_size: STATEMENTS_PER_PAGE }),
    },
    {
      name: 'desk: users',
      read: () =>
        listUsers({ ...page, search: '', role: undefined, state: undefined, ordering: '-created_at' }),
    },
    {
      name: 'desk: users, search',
      read: (turn) =>
        listUsers({
          ...page,
          search: pick(dancers, turn).email,
          role: undefined,
          state: undefined,
          ordering: '-created_at',
        }),
    },
    {
      name: 'desk: submissions',
      read: () =>
        listSubmissions({ ...page, kyc_status: 'pending', search: '', ordering: 'kyc_submitted_at' }),
    },
    {
      name: 'desk: videos to review',
      read: () =>
        listVideos(
          feed({ challenge: undefined, status: 'pending_review', ordering: 'upload_date' }),
          desk,
          deskSources,
        ),
    },
    {
      name: 'desk: videos decided',
      read: () =>
        listVideos(
          feed({ challenge: undefined, status: 'decided', ordering: '-reviewed_at' }),
          desk,
          deskSources,
        ),
    },
    { name: 'desk: payments', read: () => listCases({ ...page, status: 'unresolved', search: '' }, officer) },
    {
      name: 'desk: payments, search by phone',
      read: (turn) => listCases({ ...page, status: 'unresolved', search: pick(gifts, turn).phone }, officer),
    },
    {
      name: 'desk: payments, search by receipt',
      read: (turn) =>
        listCases({ ...page, status: 'unresolved', search: pick(gifts, turn).receipt }, officer),
    },
    {
      name: 'desk: payments, search by id',
      read: (turn) =>
        listCases({ ...page, status: 'unresolved', search: pick(gifts, turn).intent_id }, officer),
    },
    { name: 'desk: all payments', read: () => listPayments(every) },
    { name: 'desk: all payments, sent back', read: () => listPayments({ ...every, state: 'refunded' }) },
    {
      name: 'desk: all payments, subscriptions of some days',
      read: () => listPayments({ ...every, purpose: 'subscription', from: '2026-11-01', to: '2026-11-07' }),
    },
    { name: 'desk: search by phone', read: (turn) => searchDesk(pick(gifts, turn).phone) },
    { name: 'desk: search by email', read: (turn) => searchDesk(pick(dancers, turn).email) },
    { name: 'desk: what waits', read: () => countWaiting() },
    { name: 'desk: money of a month', read: () => readPeriod({ from: '2026-11-01', to: '2026-11-20' }) },
    { name: 'desk: officers’ figures', read: () => readComplianceStats() },
    { name: 'audit', read: () => listAudit({}, page) },
    {
      name: 'audit by actor and day',
      read: () => listAudit({ actor: officer, from: '2026-11-18', to: '2026-11-19' }, page),
    },
    { name: 'audit, search', read: (turn) => listAudit({ search: pick(dancers, turn).username }, page) },
    { name: 'health', read: () => readHealth() },
    { name: 'overview', read: () => readOverview() },
    { name: 'charts of 30 days', read: () => readStats('day') },
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
    ...(closed.length > 0
      ? [{ name: 'results of a month', read: (turn: number) => getMonthResults(pick(closed, turn).id) }]
      : []),
  ]
}
