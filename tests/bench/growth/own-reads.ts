import { STATEMENTS_PER_PAGE } from '#lib/contract/royalties/constants.ts'
import { getOwnStanding } from '#lib/domain/leaderboard/own-standing.ts'
import { countUnread, listNotifications } from '#lib/domain/notifications/queries.ts'
import { listWithdrawals } from '#lib/domain/payouts/queries.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { getCurrentStatement } from '#lib/domain/royalties/current-statement.ts'
import { listStatements } from '#lib/domain/royalties/queries.ts'
import { getSubscriptionState } from '#lib/domain/subscriptions/queries.ts'
import { listDancerVideos, listMyTracks, listTrackAssignments } from '#lib/domain/tracks/queries.ts'
import { listOwnAssignments, listOwnVideos } from '#lib/domain/videos/own-videos.ts'
import { findWallet, listTransactions } from '#lib/domain/wallets/queries.ts'
import { PAGE_SIZE, pick, type Read, type Subjects } from './subjects.ts'
import { sources } from './video-sources.ts'

const page = { page: 1, page_size: PAGE_SIZE }
/** A musician of the small database has no more in two months. */
const shortPage = { page: 1, page_size: 6 }

/** What dancers and musicians read of their own. */
export function ownReads(subjects: Subjects): Read[] {
  const { dancers, paidDancers, musicians, paidMusicians } = subjects
  const actor = (turn: number) => ({ ...pick(dancers, turn), role: 'dancer', sessionId: '' }) as const
  return [
    { name: 'profile', read: (turn) => getMyProfile(pick(dancers, turn).id) },
    { name: 'own videos', read: (turn) => listOwnVideos(actor(turn), sources.readRanks) },
    { name: 'own assignments', read: (turn) => listOwnAssignments(actor(turn)) },
    { name: 'own standing', read: (turn) => getOwnStanding(pick(dancers, turn).id) },
    { name: 'own subscription', read: (turn) => getSubscriptionState(pick(dancers, turn).id) },
    {
      name: 'notifications',
      read: (turn) => listNotifications(pick(dancers, turn).id, { ...page, locale: 'sw' }),
    },
    { name: 'notifications, the bell', read: (turn) => countUnread(pick(dancers, turn).id) },
    { name: "wallet, a dancer's", read: (turn) => findWallet(pick(paidDancers, turn).id) },
    { name: "wallet, a musician's", read: (turn) => findWallet(pick(paidMusicians, turn).id) },
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
    { name: 'royalties of the running month', read: (turn) => getCurrentStatement(pick(musicians, turn).id) },
    { name: 'own tracks', read: (turn) => listMyTracks(pick(musicians, turn).id) },
    {
      name: 'own tracks, who was given them',
      read: (turn) => listTrackAssignments(pick(musicians, turn).id, shortPage),
    },
    {
      name: 'own tracks, dances to them',
      read: (turn) => listDancerVideos(pick(musicians, turn).id, shortPage),
    },
  ]
}
