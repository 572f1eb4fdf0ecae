'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { StatCard } from '#components/desk/stat-card.tsx'
import type { DeskTabId } from '#components/officer/desk-tabs.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { fetchKycQueue, fetchTrackQueue, fetchVideoQueue } from '#lib/client/review/desk-api.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { deskAnswers } from './desk-answers.ts'

const cards = [
  { kind: 'kyc', tab: 'kyc', ask: fetchKycQueue },
  { kind: 'track', tab: 'tracks', ask: fetchTrackQueue },
  { kind: 'video', tab: 'videos', ask: fetchVideoQueue },
] as const satisfies readonly { kind: ClaimSubjectType; tab: DeskTabId; ask: unknown }[]

/** The lists' first rows, asked for what they count (spec 2, section 2). */
const COUNT_ONLY = { page: 1, page_size: 1 }
const POLL_MS = 30_000

/**
 * How much waits in each queue; zeros where that does not come.
 * @param selected the queue that is shown; null where another list is
 */
export function SummaryCards({ selected }: { selected: DeskTabId | null }) {
  const t = useTranslations('Officer.cards')
  return (
    <section aria-label={t('label')} className="mt-4 grid grid-cols-3 gap-2 sm:gap-3">
      {cards.map(({ kind, tab, ask }) => (
        <SummaryCard
          key={kind}
          kind={kind}
          href={tab === 'kyc' ? '?' : `?tab=${tab}`}
          isCurrent={tab === selected}
          ask={(signal) => ask(COUNT_ONLY, signal)}
        />
      ))}
    </section>
  )
}

type SummaryCardProps = {
  kind: ClaimSubjectType
  href: string
  isCurrent: boolean
  ask: (signal: AbortSignal) => Promise<{ count: number }>
}

function SummaryCard({ kind, href, isCurrent, ask }: SummaryCardProps) {
  const t = useTranslations('Officer.cards')
  const formats = useFormats()
  const { data, isError } = useQuery({
    queryKey: deskAnswers.count(kind),
    queryFn: async ({ signal }) => (await ask(signal)).count,
    refetchInterval: POLL_MS,
  })
  const count = isError ? 0 : data
  return (
    <StatCard
      label={t(kind)}
      value={count === undefined ? null : formats.count(count)}
      href={href}
      isCurrent={isCurrent}
    />
  )
}
