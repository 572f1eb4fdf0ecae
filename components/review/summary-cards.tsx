import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { StatCard } from '#components/desk/stat-card.tsx'
import type { DeskTabId } from '#components/review/tab-of.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { api } from '#lib/client/http/api.ts'
import type { ClaimSubjectType } from '#lib/contract/review/claims.ts'
import { deskAnswers } from './desk-answers.ts'

type Ask = (signal: AbortSignal) => Promise<{ count: number }>

/** Requests a single row, because only the count is shown. */
const ONE_ROW = { page: 1, page_size: 1 }

const cards: readonly { kind: ClaimSubjectType; tab: DeskTabId; ask: Ask }[] = [
  {
    kind: 'kyc',
    tab: 'kyc',
    ask: (signal) =>
      api('GET /users/compliance/kyc-submissions/', { query: { ...ONE_ROW, kyc_status: 'pending' }, signal }),
  },
  {
    kind: 'track',
    tab: 'tracks',
    ask: (signal) =>
      api('GET /tracking/tracks/pending/', { query: { ...ONE_ROW, status: 'pending' }, signal }),
  },
  {
    kind: 'video',
    tab: 'videos',
    ask: (signal) => api('GET /videos/', { query: { ...ONE_ROW, status: 'pending_review' }, signal }),
  },
]

const POLL_MS = 30_000

/** @param selected the queue on the screen, or null */
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
          ask={ask}
        />
      ))}
    </section>
  )
}

type SummaryCardProps = {
  kind: ClaimSubjectType
  href: string
  isCurrent: boolean
  ask: Ask
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
