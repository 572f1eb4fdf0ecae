'use client'

import { RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import type { LeaderboardRow } from '#lib/contract/challenges/calls.ts'
import { LeaderboardEmpty } from './leaderboard-empty.tsx'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { LiveBadge } from './live-badge.tsx'
import { useLeaderboard } from './use-leaderboard.ts'

type LeaderboardPanelProps = { initialRows: LeaderboardRow[] | null; onWatch: (videoId: string) => void }

export function LeaderboardPanel({ initialRows, onWatch }: LeaderboardPanelProps) {
  const t = useTranslations('Leaderboard')
  const { rows, status, failed, reload } = useLeaderboard(initialRows)
  return (
    <section aria-labelledby="leaderboard-title" className="pb-10">
      <div className="flex flex-wrap items-center justify-between gap-3 py-3">
        <h2 id="leaderboard-title" className="text-2xl lg:text-4xl">
          {t('title')}
        </h2>
        <LiveBadge status={status} />
      </div>
      {failed ? (
        <div role="alert" className="rounded-3xl bg-alarm-wash px-6 py-8 text-center">
          <p className="font-semibold text-alarm">{t('failed')}</p>
          <Button onClick={reload} className="mt-4">
            <RotateCw aria-hidden="true" className="size-4" /> {t('retry')}
          </Button>
        </div>
      ) : null}
      {rows === null && !failed ? <Skeleton /> : null}
      {rows && rows.length === 0 ? <LeaderboardEmpty /> : null}
      {rows && rows.length > 0 ? <LeaderboardTable rows={rows} onWatch={onWatch} /> : null}
      <p className="mt-3 flex flex-wrap gap-x-6 text-sm text-soft">
        {rows && rows.length > 0 ? (
          <Link
            href="/tally/current"
            prefetch={false}
            className="tap flex items-center underline hover:text-ink"
          >
            {t('tally')}
          </Link>
        ) : null}
        <Link href="/results" prefetch={false} className="tap flex items-center underline hover:text-ink">
          {t('past')}
        </Link>
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
