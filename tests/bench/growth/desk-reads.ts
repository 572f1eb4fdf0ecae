import type { PaymentListQuery } from '#lib/contract/payments/payment-list.ts'
import { db } from '#lib/core/db.ts'
import { countAssignments, listUnassignedDancers } from '#lib/domain/assignments/queries.ts'
import { listAudit } from '#lib/domain/audit/queries.ts'
import { listReported } from '#lib/domain/comments/moderation.ts'
import { getSignal, listSignals } from '#lib/domain/fraud/queries.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import { listSubmissions } from '#lib/domain/kyc/submission-queries.ts'
import { listSystemWallets } from '#lib/domain/ledger/system-wallets.ts'
import { listPayments } from '#lib/domain/overview/payments.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { searchDesk } from '#lib/domain/overview/search.ts'
import { readStats } from '#lib/domain/overview/stats.ts'
import { listUsers } from '#lib/domain/overview/users.ts'
import { countWaiting } from '#lib/domain/overview/waiting.ts'
import { readCase } from '#lib/domain/reconciliation/case-detail.ts'
import { listCases } from '#lib/domain/reconciliation/list-cases.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { listRunningMonths } from '#lib/domain/royalties/running-months.ts'
import { listStaff } from '#lib/domain/staff/queries.ts'
import { listTracksForReview } from '#lib/domain/tracks/queries.ts'
import { listWallets } from '#lib/domain/transfers/queries.ts'
import { listVideos } from '#lib/domain/videos/queries.ts'
import { PAGE_SIZE, pick, type Read, type Subjects } from './subjects.ts'
import { deskSources, feed } from './video-sources.ts'

const page = { page: 1, page_size: PAGE_SIZE }

/** What officers and super admins read. */
export function deskReads(subjects: Subjects): Read[] {
  const { officer, dancers, gifts } = subjects
  return [
    ...peopleReads(subjects),
    ...reviewReads(subjects),
    ...caseReads(subjects),
    ...paymentReads(subjects),
    { name: 'desk: search by phone', read: (turn) => searchDesk(pick(gifts, turn).phone) },
    { name: 'desk: search by email', read: (turn) => searchDesk(pick(dancers, turn).email) },
    { name: 'desk: search by name', read: (turn) => searchDesk(pick(dancers, turn).last_name) },
    { name: 'desk: search by title', read: (turn) => searchDesk(pick(subjects.videos, turn).title) },
    { name: 'desk: what waits', read: () => countWaiting() },
    { name: 'desk: money of a month', read: () => readPeriod({ from: '2026-11-01', to: '2026-11-20' }) },
    { name: 'desk: officers’ figures', read: () => readComplianceStats() },
    { name: 'desk: staff', read: () => listStaff({ ...page, search: '', is_active: undefined }, officer.id) },
    { name: 'desk: running months', read: () => listRunningMonths(db()) },
    { name: 'desk: dancers without tracks', read: () => listUnassignedDancers() },
    { name: 'desk: assignments', read: () => countAssignments() },
    { name: 'desk: the system’s wallets', read: () => listWallets(officer.id) },
    { name: 'desk: the system’s balances', read: () => listSystemWallets() },
    ...auditReads(subjects),
    { name: 'health', read: () => readHealth() },
    { name: 'overview', read: () => readOverview() },
    { name: 'charts of 30 days', read: () => readStats('day') },
    { name: 'charts of 24 hours', read: () => readStats('hour') },
  ]
}

function peopleReads({ dancers }: Subjects): Read[] {
  const users = { ...page, search: '', role: undefined, state: undefined, ordering: '-created_at' } as const
  return [
    { name: 'desk: users', read: () => listUsers(users) },
    { name: 'desk: users by balance', read: () => listUsers({ ...users, ordering: '-wallet_balance' }) },
    { name: 'desk: users by name', read: () => listUsers({ ...users, ordering: 'username' }) },
    { name: 'desk: users, active last', read: () => listUsers({ ...users, ordering: '-last_active_at' }) },
    {
      name: 'desk: users, search',
      read: (turn) => listUsers({ ...users, search: pick(dancers, turn).email }),
    },
    {
      name: 'desk: users, search by name',
      read: (turn) => listUsers({ ...users, search: pick(dancers, turn).last_name }),
    },
  ]
}

function reviewReads({ dancers, songs, signals }: Subjects): Read[] {
  const submissions = { ...page, search: '', ordering: 'kyc_submitted_at' } as const
  const tracks = { ...page, search: '', ordering: '-reviewed_at' } as const
  return [
    { name: 'desk: submissions', read: () => listSubmissions({ ...submissions, kyc_status: 'pending' }) },
    {
      name: 'desk: submissions decided',
      read: () => listSubmissions({ ...submissions, kyc_status: 'decided', ordering: '-reviewed_at' }),
    },
    {
      name: 'desk: submissions, search',
      read: (turn) =>
        listSubmissions({ ...submissions, kyc_status: undefined, search: pick(dancers, turn).username }),
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
    {
      name: 'desk: videos, search',
      read: (turn) =>
        listVideos(
          feed({
            challenge: undefined,
            status: 'decided',
            ordering: '-reviewed_at',
            search: pick(dancers, turn).username,
          }),
          desk,
          deskSources,
        ),
    },
    { name: 'desk: tracks decided', read: () => listTracksForReview({ ...tracks, status: 'decided' }) },
    {
      name: 'desk: tracks, search',
      read: (turn) => listTracksForReview({ ...tracks, status: 'decided', search: pick(songs, turn).title }),
    },
    { name: 'desk: reported comments', read: () => listReported({ ...page, status: 'open' }) },
    { name: 'desk: reported comments, kept', read: () => listReported({ ...page, status: 'kept' }) },
    { name: 'desk: signals', read: () => listSignals({ ...page, status: 'open', video: '' }) },
    { name: 'desk: signals, all', read: () => listSignals({ ...page, status: '', video: '' }) },
    {
      name: 'desk: signals of a video',
      read: (turn) => listSignals({ ...page, status: '', video: pick(signals, turn).video_id }),
    },
    { name: 'desk: a signal', read: (turn) => getSignal(pick(signals, turn).id) },
  ]
}

/** Who reads: a super admin may see all of it. */
const desk = { id: '', role: 'super_admin' } as const

function caseReads({ gifts, payouts, officer }: Subjects): Read[] {
  const cases = { ...page, status: 'unresolved', search: '' } as const
  return [
    { name: 'desk: payments', read: () => listCases(cases, officer.id) },
    { name: 'desk: payments decided', read: () => listCases({ ...cases, status: 'decided' }, officer.id) },
    {
      name: 'desk: payments, search by phone',
      read: (turn) => listCases({ ...cases, search: pick(gifts, turn).phone }, officer.id),
    },
    {
      name: 'desk: payments, search by receipt',
      read: (turn) => listCases({ ...cases, search: pick(gifts, turn).receipt }, officer.id),
    },
    {
      name: 'desk: payments, search by id',
      read: (turn) => listCases({ ...cases, search: pick(gifts, turn).intent_id }, officer.id),
    },
    { name: 'desk: a payment', read: (turn) => readCase(pick(gifts, turn).intent_id, officer.id) },
    { name: 'desk: a withdrawal', read: (turn) => readCase(pick(payouts, turn).id, officer.id) },
  ]
}

function paymentReads({ gifts }: Subjects): Read[] {
  const asked = (name: string, query: (turn: number) => Partial<PaymentListQuery>): Read => ({
    name: `desk: all payments${name}`,
    read: (turn) =>
      listPayments({
        purpose: undefined,
        state: undefined,
        from: undefined,
        to: undefined,
        after: undefined,
        search: '',
        ...query(turn),
      }),
  })
  return [
    asked('', () => ({})),
    asked(', later page', () => ({ after: '2026-11-15T09:00:00.000Z_00000000-0000-7000-8000-000000000000' })),
    asked(', counted gifts', () => ({ purpose: 'gift', state: 'counted' })),
    asked(', sent back', () => ({ state: 'refunded' })),
    asked(', subscriptions of some days', () => ({
      purpose: 'subscription',
      from: '2026-11-01',
      to: '2026-11-07',
    })),
    asked(', search by phone', (turn) => ({ search: pick(gifts, turn).phone })),
  ]
}

function auditReads({ officer, dancers }: Subjects): Read[] {
  return [
    { name: 'audit', read: () => listAudit({}, page) },
    {
      name: 'audit by actor and day',
      read: () => listAudit({ actor: officer.id, from: '2026-11-18', to: '2026-11-19' }, page),
    },
    { name: 'audit by name', read: () => listAudit({ actor: officer.username, from: '2026-11-18' }, page) },
    {
      name: 'audit by action',
      read: () => listAudit({ action: 'video.rejected', from: '2026-11-18' }, page),
    },
    { name: 'audit, search', read: (turn) => listAudit({ search: pick(dancers, turn).username }, page) },
  ]
}
