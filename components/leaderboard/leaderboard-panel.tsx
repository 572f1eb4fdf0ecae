import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { PageLink } from '#components/ui/page-link.tsx'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { daysLeft } from '#lib/client/formats/amounts.ts'
import { api } from '#lib/client/http/api.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { JoinWay } from './join-way.tsx'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { useLeaderboard } from './use-leaderboard.ts'

type LeaderboardPanelProps = {
  initialRows: ListedRow[] | null
  /** Whether voting is open. */
  takesGifts: boolean
  onWatch: (videoId: string) => void
  /** Whether what holds it has its title already. */
  isTitled?: boolean
}

export function LeaderboardPanel({
  initialRows,
  takesGifts,
  onWatch,
  isTitled = false,
}: LeaderboardPanelProps) {
  const t = useTranslations('Leaderboard')
  const { rows, status, failed, reload } = useLeaderboard(initialRows)
  return (
    <section
      {...(isTitled ? { 'aria-label': t('title') } : { 'aria-labelledby': 'leaderboard-title' })}
      className="pb-10"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 py-3">
        {isTitled ? null : (
          <h2 id="leaderboard-title" className="text-2xl lg:text-4xl">
            {t('title')}
          </h2>
        )}
        <LiveBadge status={status} />
      </div>
      {failed ? <LoadFailed words={t('failed')} onRetry={reload} /> : null}
      {rows === null && !failed ? <Skeleton /> : null}
      {rows && rows.length === 0 ? <LeaderboardEmpty /> : null}
      {rows && rows.length > 0 ? (
        <LeaderboardTable rows={rows} takesGifts={takesGifts} onWatch={onWatch} />
      ) : null}
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm text-soft">
        {rows && rows.length > 0 ? (
          <PageLink href="/tally/current" className="tap flex items-center underline hover:text-ink">
            {t('tally')}
          </PageLink>
        ) : null}
        <PageLink href="/results" className="tap flex items-center underline hover:text-ink">
          {t('past')}
        </PageLink>
      </p>
    </section>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-2">
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder have no identity
        <div key={row} className="bone h-16" />
      ))}
    </div>
  )
}

/** Says whether numbers arrive by themselves, or every 15 seconds. */
function LiveBadge({ status }: { status: LiveStatus }) {
  const t = useTranslations('Live')
  const live = status === 'live'
  return (
    <span
      role="status"
      className={cn(
        'inline-flex items-center gap-2 rounded-full px-3 py-1.5 text-sm font-semibold',
        live ? 'bg-leaf-wash text-leaf' : 'bg-sunken text-soft',
      )}
    >
      <span
        aria-hidden="true"
        className={cn('size-2 rounded-full', live ? 'animate-breathe bg-leaf' : 'bg-edge')}
      />
      {/* Always as wide as its usual text: on phones the longer text while it connects would wrap and move the table down. */}
      <span className="grid">
        <span aria-hidden="true" className="invisible h-0">
          {t('live')}
        </span>
        <span className={status === 'connecting' ? 'max-sm:sr-only' : ''}>{t(status)}</span>
      </span>
    </span>
  )
}

/** Nothing to rank: before voting it says until when, with the way to join, and otherwise no more than it knows. */
function LeaderboardEmpty() {
  const t = useTranslations('Leaderboard')
  const challenge = useCurrentChallenge()
  if (challenge === undefined) return <Skeleton />
  const isBefore = challenge?.current_phase === 'subscription'
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div aria-hidden="true" className="pindo rotate-180" />
      <div className="px-6 py-14">
        <h3 className="text-2xl lg:text-3xl">{t(isBefore ? 'emptyTitle' : 'noneTitle')}</h3>
        {isBefore ? (
          <p className="figures mt-3 text-xl font-semibold text-drum">
            {t('opensIn', { days: daysLeft(challenge.phase_ends_at, serverClock.at()) })}
          </p>
        ) : null}
        <p className="mx-auto mt-2 max-w-sm text-soft">{t(isBefore ? 'emptyDetail' : 'noneDetail')}</p>
        {isBefore ? <JoinWay /> : null}
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}

/** The month that runs: undefined until it is known, null where none runs, or nobody could say. */
function useCurrentChallenge(): CurrentChallenge | null | undefined {
  const [challenge, setChallenge] = useState<CurrentChallenge | null>()
  useEffect(() => {
    const ended = new AbortController()
    api('GET /videos/challenges/current/', { signal: ended.signal }).then(setChallenge, () => {
      if (!ended.signal.aborted) setChallenge(null)
    })
    return () => ended.abort()
  }, [])
  return challenge
}
