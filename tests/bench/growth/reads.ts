// The product's own read functions, without process caches except the feed's count and ranks.
import { z } from 'zod'
import type { KycSubmissionsQuery } from '#lib/contract/kyc/review.ts'
import { type PaymentListQuery, paymentList } from '#lib/contract/payments/payment-list.ts'
import { counties } from '#lib/contract/profiles/counties.ts'
import { STATEMENTS_PER_PAGE } from '#lib/contract/royalties/constants.ts'
import { TALLY_TOTALS } from '#lib/contract/tally/constants.ts'
import { list } from '#lib/contract/videos/calls.ts'
import { db } from '#lib/core/db.ts'
import { countAssignments, listUnassignedDancers } from '#lib/domain/assignments/queries.ts'
import { listAudit } from '#lib/domain/audit/queries.ts'
import { listReported } from '#lib/domain/comments/moderation.ts'
import { listComments } from '#lib/domain/comments/queries.ts'
import { getSignal, listSignals } from '#lib/domain/fraud/queries.ts'
import { getGift } from '#lib/domain/gifts/queries.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { listSubmissions } from '#lib/domain/kyc/submission-queries.ts'
import { getOwnStanding } from '#lib/domain/leaderboard/own-standing.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { listSystemWallets } from '#lib/domain/ledger/system-wallets.ts'
import { countUnread, listNotifications } from '#lib/domain/notifications/queries.ts'
import { listPayments } from '#lib/domain/overview/payments.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { searchDesk } from '#lib/domain/overview/search.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { listUsers, readUserTotals } from '#lib/domain/overview/users.ts'
import { countWaiting } from '#lib/domain/overview/waiting.ts'
import { listWithdrawals } from '#lib/domain/payouts/queries.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { readCase } from '#lib/domain/reconciliation/case-detail.ts'
import { listCases } from '#lib/domain/reconciliation/list-cases.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { getCurrentStatement } from '#lib/domain/royalties/current-statement.ts'
import { getMonthResults, listPastMonths } from '#lib/domain/royalties/past-months.ts'
import { listStatements } from '#lib/domain/royalties/queries.ts'
import { listRunningMonths } from '#lib/domain/royalties/running-months.ts'
import { listStaff } from '#lib/domain/staff/queries.ts'
import { getSubscriptionState } from '#lib/domain/subscriptions/queries.ts'
import { findListedGift, getTally, readTallyRows } from '#lib/domain/tally/queries.ts'
import { listTracksForReview } from '#lib/domain/tracks/pending-tracks.ts'
import { listDancerVideos, listMyTracks, listTrackAssignments } from '#lib/domain/tracks/queries.ts'
import { listWallets } from '#lib/domain/transfers/queries.ts'
import { findDancers } from '#lib/domain/videos/dancers.ts'
import { listOwnAssignments, listOwnVideos } from '#lib/domain/videos/own-videos.ts'
import { findDancerPage, findSongPage } from '#lib/domain/videos/public-pages.ts'
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

/** Entries per page of a wallet's list in the bench. */
const PAGE_SIZE = 20

/** Cycles through the rows of a query, up to a limit. @throws Error without rows */
async function picker<Name extends string>(sql: string, limit = SUBJECTS) {
  const { rows } = await db().query<Record<Name, string>>(`${sql} LIMIT ${limit}`)
  return (turn: number): Record<Name, string> => {
    const one = rows[turn % rows.length]
    if (one === undefined) throw new Error(`There is nothing to read: ${sql}`)
    return one
  }
}

const inVoting = `JOIN challenge c ON c.id = v.challenge_id AND c.phase = 'voting'`

/**
 * Owners of the running month's gifts with a whole page in the wallet, so that both databases answer equally.
 */
const withWholePage = (owner: string) =>
  picker<'id'>(`SELECT DISTINCT a.owner_id AS id FROM video v JOIN track t ON t.id = v.track_id ${inVoting}
    JOIN account a ON a.owner_id = ${owner} JOIN wallet_snapshot w ON w.account_id = a.id WHERE w.entries >= ${PAGE_SIZE}`)

/** Subjects of the reads. */
type Subjects = Awaited<ReturnType<typeof pickSubjects>>

async function pickSubjects() {
  return {
    videos: await picker<'id' | 'title'>(
      `SELECT id, title FROM video WHERE status = 'approved' ORDER BY vote_code`,
    ),
    dancers: await picker<
      'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'location' | 'county'
    >(`SELECT DISTINCT u.id, u.username, u.email, u.first_name, u.last_name, p.location, p.county
      FROM video v ${inVoting} JOIN app_user u ON u.id = v.dancer_id JOIN profile p ON p.user_id = u.id`),
    musicians: await picker<'id'>('SELECT DISTINCT musician_id AS id FROM royalty_statement'),
    songs: await picker<'id' | 'title'>(
      `SELECT DISTINCT t.id, t.title FROM video v JOIN track t ON t.id = v.track_id ${inVoting} WHERE v.status = 'approved'`,
    ),
    gifts: await picker<'intent_id' | 'phone' | 'receipt' | 'challenge_id'>(
      `SELECT v.intent_id, v.phone, r.receipt, v.challenge_id FROM gift v ${inVoting} JOIN mpesa_receipt r ON r.intent_id = v.intent_id`,
    ),
    payouts: await picker<'id'>('SELECT id FROM payout'),
    signals: await picker<'id' | 'video_id'>(`SELECT id, video_id FROM fraud_signal WHERE status = 'open'`),
    closed: await picker<'id'>(`SELECT id FROM challenge WHERE phase = 'closed'`, 1_000),
    running: (await picker<'id'>(`SELECT id FROM challenge WHERE phase = 'voting'`))(0).id,
    officer: (
      await picker<'id' | 'username'>(`SELECT id, username FROM app_user WHERE role = 'compliance_officer'`)
    )(0),
    paidDancers: await withWholePage('v.dancer_id'),
    paidMusicians: await withWholePage('t.musician_id'),
  }
}

type Reads = Record<string, (turn: number) => Promise<unknown>>

/** Picks the subjects of the reads from the database. */
export async function readsOf(): Promise<Reads> {
  const subjects = await pickSubjects()
  return { ...feedReads(subjects), ...publicReads(subjects), ...ownReads(subjects), ...deskReads(subjects) }
}

const page = { page: 1, page_size: PAGE_SIZE }
/** A musician of the small database has no more in two months. */
const shortPage = { page: 1, page_size: 6 }
/** The small database has only one closed month. */
const oneMonth = { page: 1, page_size: 1 }

const counts = new Map<string, Promise<number>>()
let ranks: Promise<Ranks> | undefined

/** As in lib/web/cache/cached-video-sources.ts: rarely changing values are cached. */
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

/** The query of the feed's first page, with changes. */
const feed = (more: Partial<VideoListQuery>): VideoListQuery =>
  list.query.parse({ challenge: 'current', page_size: 12, ...more })

function feedReads({ dancers, songs }: Subjects): Reads {
  const read = (more: Partial<VideoListQuery>) => listVideos(feed(more), null, sources)
  const countyOf = (turn: number) => z.enum(counties).parse(dancers(turn).county)
  const nameOf = (turn: number) => `${dancers(turn).first_name} ${dancers(turn).last_name}`
  const wordOf = (turn: number) => songs(turn).title.split(' ')[0] ?? ''
  const ofAll = { challenge: undefined }
  const counted = { status: 'approved', byReviewer: false } as const
  const named = (search: string) => findDancers({ search, county: undefined })
  return {
    'feed, first page': () => read({}),
    'feed, later page': (turn) => read({ page: 2 + (turn % 10) }),
    'feed by votes': () => read({ ordering: '-vote_count' }),
    'feed by views': () => read({ ordering: '-view_count' }),
    'feed of all months': () => read(ofAll),
    'feed of other months': () => read({ ...ofAll, section: 'others' }),
    'feed of a county': (turn) => read({ county: countyOf(turn) }),
    'feed of a county, all months': (turn) => read({ ...ofAll, county: countyOf(turn) }),
    'feed, count of a county': (turn) => countVideos({ ...feed({ county: countyOf(turn) }), ...counted }),
    'feed, search': (turn) => read({ search: dancers(turn).username }),
    'feed, search for a name': (turn) => read({ search: nameOf(turn) }),
    'feed, search for a song': (turn) => read({ search: songs(turn).title }),
    'feed, search for a word': (turn) => read({ search: wordOf(turn) }),
    'feed, search for a word in all months': (turn) => read({ ...ofAll, search: wordOf(turn) }),
    'dancers, search by username': (turn) => named(dancers(turn).username),
    'dancers, search by name': (turn) => named(nameOf(turn)),
    'dancers, search by town': (turn) => named(dancers(turn).location),
    'dancers of a county': (turn) => findDancers({ search: '', county: countyOf(turn) }),
  }
}

function publicReads({ dancers, gifts, songs, videos, running, closed }: Subjects): Reads {
  return {
    leaderboard: () => getLeaderboard(),
    ranks: () => readRanks(),
    video: (turn) => getVideo(videos(turn).id, null, sources.readRanks),
    comments: (turn) => listComments(videos(turn).id, null, page),
    "a dancer's page": (turn) => findDancerPage(dancers(turn).username, sources.readRanks),
    "a song's page": (turn) => findSongPage(songs(turn).id, sources.readRanks),
    'a gift that is watched': (turn) => getGift(gifts(turn).intent_id, sources.readRanks),
    tally: () => getTally(running, TALLY_TOTALS),
    'tally, rows': (turn) => readTallyRows(running, { after: (turn % 10) * 100, limit: 100 }),
    'tally, a gift': (turn) => findListedGift(gifts(turn).challenge_id, gifts(turn)),
    results: () => listPastMonths(oneMonth),
    'results of a month': (turn) => getMonthResults(closed(turn).id),
  }
}

/** Own data of dancers and musicians. */
function ownReads({ dancers, paidDancers, musicians, paidMusicians }: Subjects): Reads {
  const actor = (turn: number) => ({ ...dancers(turn), role: 'dancer', sessionId: '' }) as const
  const statements = { page: 1, page_size: STATEMENTS_PER_PAGE }
  return {
    profile: (turn) => getMyProfile(dancers(turn).id),
    'own videos': (turn) => listOwnVideos(actor(turn), sources.readRanks),
    'own assignments': (turn) => listOwnAssignments(actor(turn)),
    'own standing': (turn) => getOwnStanding(dancers(turn).id),
    'own subscription': (turn) => getSubscriptionState(dancers(turn).id),
    notifications: (turn) => listNotifications(dancers(turn).id, { ...page, locale: 'sw' }),
    'notifications, the bell': (turn) => countUnread(dancers(turn).id),
    "wallet, a dancer's": (turn) => findWallet(paidDancers(turn).id),
    "wallet, a musician's": (turn) => findWallet(paidMusicians(turn).id),
    "wallet's list, a dancer's": (turn) => listTransactions(paidDancers(turn).id, page),
    "wallet's list, a musician's": (turn) => listTransactions(paidMusicians(turn).id, page),
    withdrawals: (turn) => listWithdrawals(paidDancers(turn).id),
    'royalty statements': (turn) => listStatements(musicians(turn).id, statements),
    'royalties of the running month': (turn) => getCurrentStatement(musicians(turn).id),
    'own tracks': (turn) => listMyTracks(musicians(turn).id),
    'own tracks, who was given them': (turn) => listTrackAssignments(musicians(turn).id, shortPage),
    'own tracks, dances to them': (turn) => listDancerVideos(musicians(turn).id, shortPage),
  }
}

/** Reads of officers and super admins. */
function deskReads({ officer, dancers, gifts, songs, signals, payouts, videos }: Subjects): Reads {
  const users = { ...page, search: '', role: undefined, state: undefined, ordering: '-created_at' } as const
  const submissions = (more: Partial<KycSubmissionsQuery>) =>
    listSubmissions({ ...page, search: '', ordering: 'kyc_submitted_at', kyc_status: undefined, ...more })
  const tracks = { ...page, search: '', ordering: '-reviewed_at', status: 'decided' } as const
  const cases = { ...page, status: 'unresolved', search: '' } as const
  const searchCases = (search: string) => listCases({ ...cases, search }, officer.id)
  const decided = { challenge: undefined, status: 'decided', ordering: '-reviewed_at' } as const
  const pending = { challenge: undefined, status: 'pending_review', ordering: 'upload_date' } as const
  // A super admin sees everything. An officer's list is counted each time.
  const reviewed = (more: Partial<VideoListQuery>) =>
    listVideos(feed(more), { id: '', role: 'super_admin' }, { ...sources, countVideos })
  const signalsOf = (status: 'open' | '', video = '', search = '') =>
    listSignals({ ...page, status, video, search })
  const payments = (more: Partial<PaymentListQuery>) => listPayments(paymentList.query.parse(more))
  const later = '2026-11-15T09:00:00.000Z_00000000-0000-7000-8000-000000000000'
  const firstDays = { from: '2026-11-01', to: '2026-11-07' }
  const audit = (filter: Parameters<typeof listAudit>[0]) => listAudit(filter, page)
  return {
    'desk: users': () => listUsers(users),
    'desk: users by balance': () => listUsers({ ...users, ordering: '-wallet_balance' }),
    'desk: users by name': () => listUsers({ ...users, ordering: 'username' }),
    'desk: users, active last': () => listUsers({ ...users, ordering: '-last_active_at' }),
    'desk: users, search': (turn) => listUsers({ ...users, search: dancers(turn).email }),
    'desk: users, search by name': (turn) => listUsers({ ...users, search: dancers(turn).last_name }),
    'desk: users, totals': () => readUserTotals({ search: '' }),
    'desk: users who joined in some days': () => listUsers({ ...users, ...firstDays }),
    'desk: submissions': () => submissions({ kyc_status: 'pending' }),
    'desk: submissions decided': () => submissions({ kyc_status: 'decided', ordering: '-reviewed_at' }),
    'desk: submissions, search': (turn) => submissions({ search: dancers(turn).username }),
    'desk: videos to review': () => reviewed(pending),
    'desk: videos decided': () => reviewed(decided),
    'desk: videos, search': (turn) => reviewed({ ...decided, search: dancers(turn).username }),
    'desk: tracks decided': () => listTracksForReview(tracks),
    'desk: tracks, search': (turn) => listTracksForReview({ ...tracks, search: songs(turn).title }),
    'desk: reported comments': () => listReported({ ...page, status: 'open' }),
    'desk: reported comments, kept': () => listReported({ ...page, status: 'kept' }),
    'desk: signals': () => signalsOf('open'),
    'desk: signals, all': () => signalsOf(''),
    'desk: signals of a video': (turn) => signalsOf('', signals(turn).video_id),
    'desk: signals, search': (turn) => signalsOf('', '', dancers(turn).username),
    'desk: a signal': (turn) => getSignal(signals(turn).id, officer.id),
    'desk: payments': () => listCases(cases, officer.id),
    'desk: payments decided': () => listCases({ ...cases, status: 'decided' }, officer.id),
    'desk: payments, search by phone': (turn) => searchCases(gifts(turn).phone),
    'desk: payments, search by receipt': (turn) => searchCases(gifts(turn).receipt),
    'desk: payments, search by id': (turn) => searchCases(gifts(turn).intent_id),
    'desk: a payment': (turn) => readCase(gifts(turn).intent_id, officer.id),
    'desk: a withdrawal': (turn) => readCase(payouts(turn).id, officer.id),
    'desk: all payments': () => payments({}),
    'desk: all payments, later page': () => payments({ after: later }),
    'desk: all payments, counted gifts': () => payments({ purpose: 'gift', state: 'counted' }),
    'desk: all payments, sent back': () => payments({ state: 'refunded' }),
    'desk: all payments, subscriptions of some days': () =>
      payments({ purpose: 'subscription', ...firstDays }),
    'desk: all payments, search by phone': (turn) => payments({ search: gifts(turn).phone }),
    'desk: search by phone': (turn) => searchDesk(gifts(turn).phone),
    'desk: search by email': (turn) => searchDesk(dancers(turn).email),
    'desk: search by name': (turn) => searchDesk(dancers(turn).last_name),
    'desk: search by title': (turn) => searchDesk(videos(turn).title),
    'desk: what waits': () => countWaiting(),
    'desk: money of a month': () => readPeriod({ from: '2026-11-01', to: '2026-11-20' }),
    'desk: officers’ figures': () => readComplianceStats(),
    'desk: staff': () => listStaff({ ...page, search: '', is_active: undefined }, officer.id),
    'desk: running months': () => listRunningMonths(db()),
    'desk: dancers without tracks': () => listUnassignedDancers(),
    'desk: assignments': () => countAssignments(),
    'desk: the system’s wallets': () => listWallets(officer.id),
    'desk: the system’s balances': () => listSystemWallets(),
    audit: () => audit({}),
    'audit by actor and day': () => audit({ actor: officer.id, from: '2026-11-18', to: '2026-11-19' }),
    'audit by name': () => audit({ actor: officer.username, from: '2026-11-18' }),
    'audit by action': () => audit({ action: 'video.rejected', from: '2026-11-18' }),
    'audit, search': (turn) => audit({ search: dancers(turn).username }),
    health: () => readHealth(),
    overview: () => readOverview(),
    'charts of 30 days': () => readStats('day'),
    'charts of 24 hours': () => readStats('hour'),
  }
}
