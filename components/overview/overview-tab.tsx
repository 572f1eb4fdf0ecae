import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { LiveMark } from '#components/desk/live-mark.tsx'
import { StatCard } from '#components/desk/stat-card.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { Balance } from '#components/transfers/balance.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { useSystemWallets } from '#lib/client/wallets/wallet-sockets.ts'
import type { SystemOverview } from '#lib/contract/overview/calls.ts'
import { CashPosition } from './cash-position.tsx'
import { ChartsPanel } from './charts-panel.tsx'
import { PeriodPanel } from './period-panel.tsx'
import { TodayPanel } from './today-panel.tsx'
import { useOverview } from './use-overview.ts'

export default function OverviewTab() {
  const t = useTranslations('AdminOverview')
  const query = useOverview()
  const [cash, today] = [
    useQuery(apiQuery('GET /admin/cash-position/')),
    useQuery(apiQuery('GET /admin/today/')),
  ]
  useLoadToast(query)
  // All panels appear together, because one that loads late would move the others.
  const isComplete = !cash.isPending && !today.isPending
  return (
    <>
      <h2 className="sr-only">{t('title')}</h2>
      <TabState query={isComplete ? query : { ...query, data: undefined }} failed={t('failed')}>
        {(overview) => (
          <div className="grid grid-cols-1 gap-4">
            <CashPosition />
            <Cards overview={overview} />
            <TodayPanel />
            <PeriodPanel />
            <ChartsPanel />
            <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 lg:grid-cols-3">
              <People overview={overview} />
              <Identities overview={overview} />
              <LiveWallets overview={overview} />
            </div>
          </div>
        )}
      </TabState>
    </>
  )
}

function Cards({ overview }: { overview: SystemOverview }) {
  const t = useTranslations('AdminOverview')
  const formats = useFormats()
  const look = { healthy: 'text-leaf', degraded: 'text-ink', down: 'text-alarm' }[overview.system_status]
  return (
    <section
      aria-label={t('cards.label')}
      className="grid grid-cols-1 gap-2 min-[22rem]:grid-cols-2 lg:grid-cols-4"
    >
      <StatCard
        label={t('cards.users')}
        value={formats.count(overview.total_users)}
        detail={t('cards.active', { count: formats.count(overview.active_users_today) })}
        href="?tab=users"
      />
      <StatCard
        label={t('cards.balance')}
        value={formats.shillings(overview.total_wallet_balance)}
        detail={t('cards.withdrawals', {
          count: overview.pending_withdrawals,
          amount: formats.shillings(overview.pending_withdrawals_amount),
        })}
        href="?tab=users&sort=-wallet_balance"
      />
      <StatCard
        label={t('cards.transactions')}
        value={formats.count(overview.total_transactions_today)}
        detail={formats.shillings(overview.total_transaction_volume_today)}
        href="?step=hour"
      />
      <StatCard
        label={t('cards.status')}
        value={<span className={look}>{t(`status.${overview.system_status}`)}</span>}
        detail={t('cards.errors', { rate: overview.error_rate_24h })}
        href="?tab=health"
      />
    </section>
  )
}

const roles = ['dancer', 'copyright_owner', 'compliance_officer', 'super_admin'] as const

function People({ overview }: { overview: SystemOverview }) {
  const t = useTranslations('AdminOverview')
  return (
    <CountList
      title={t('people')}
      rows={roles.map((role) => ({
        id: role,
        words: t(`roles.${role}`),
        count: overview.users_by_role[role] ?? 0,
        href: `?tab=users&role=${role}`,
      }))}
    />
  )
}

/** Lists of KYC statuses; no list contains drafts (`pending`). */
const whereIs = {
  pending: undefined,
  under_review: '/officer?tab=kyc',
  approved: '/officer?tab=kyc&view=decided&status=approved',
  rejected: '/officer?tab=kyc&view=decided&status=rejected',
}

function Identities({ overview }: { overview: SystemOverview }) {
  const t = useTranslations('AdminOverview')
  const of = (status: 'pending' | 'under_review' | 'approved' | 'rejected') => ({
    id: status,
    words: t(`kyc.${status}`),
    count: overview[`${status}_kyc_count`],
    href: whereIs[status],
  })
  return (
    <CountList
      title={t('identities')}
      rows={[of('pending'), of('under_review'), of('approved'), of('rejected')]}
    />
  )
}

type CountListProps = {
  title: string
  rows: readonly { id: string; words: string; count: number; href?: string }[]
}

function CountList({ title, rows }: CountListProps) {
  const formats = useFormats()
  const id = useId()
  const whole = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Panel title={title} titleId={id}>
      <ul aria-labelledby={id} className="grid gap-1">
        {rows.map((row) => (
          <li key={row.id}>
            <DeskLink href={row.href} className="block rounded-lg px-2 py-1">
              <span className="flex items-baseline justify-between gap-3">
                <span>{row.words}</span>
                <span className="figures font-semibold">{formats.count(row.count)}</span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-leaf"
                  style={{ width: `${(row.count / whole) * 100}%` }}
                />
              </span>
            </DeskLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LiveWallets({ overview }: { overview: SystemOverview }) {
  const t = useTranslations('AdminOverview')
  const client = useQueryClient()
  const id = useId()
  const { wallets, status } = useSystemWallets(
    () => void client.invalidateQueries({ queryKey: apiKey('GET /admin/overview/') }),
  )
  const shown =
    wallets ??
    Object.entries(overview.system_wallet_balances).map(([wallet_type, known]) => ({ wallet_type, ...known }))
  return (
    <Panel title={t('wallets')} titleId={id} aside={<LiveMark status={status} />}>
      <ul aria-labelledby={id}>
        {shown.map((wallet) => (
          <li key={wallet.wallet_type}>
            <DeskLink
              href="?tab=wallets"
              className="flex items-center justify-between gap-3 rounded-lg px-2 py-1"
            >
              {/* The overview has the name in the page's language; the socket sends only English. */}
              <span className="min-w-0">
                {overview.system_wallet_balances[wallet.wallet_type]?.display_name ?? wallet.display_name}
              </span>
              <Balance shillings={wallet.balance} wallet={wallet.wallet_type} />
            </DeskLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type PanelProps = { title: ReactNode; titleId?: string; aside?: ReactNode; children: ReactNode }

function Panel({ title, titleId, aside, children }: PanelProps) {
  return (
    <section aria-labelledby={titleId} className="min-w-0 rounded-xl border border-line bg-surface p-3">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="px-2 text-base">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
