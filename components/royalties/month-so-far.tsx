import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { RunningStatement } from '#lib/contract/royalties/calls.ts'

export function MonthSoFar() {
  const t = useTranslations('Statements')
  const current = useCurrentStatement()
  const { data, isError, isFetching, refetch } = current
  if (isError && !data)
    return <LoadFailed words={t('runningFailed')} onRetry={refetch} retrying={isFetching} />
  if (!data?.statement) return null
  return (
    <div>
      <StaleNote of={current} />
      <Month statement={data.statement} />
    </div>
  )
}

function Month({ statement }: { statement: RunningStatement }) {
  const t = useTranslations('Statements.running')
  const monthTitle = useMonthTitle()
  const formats = useFormats()
  const { royalty, vote_earnings } = statement
  return (
    <section aria-labelledby="month-so-far" className="overflow-hidden rounded-3xl bg-night text-on-night">
      <div className="px-5 pt-6 pb-5 sm:px-7">
        <h2 id="month-so-far" className="text-lg font-semibold">
          {t('title', { month: monthTitle(statement.challenge_title) })}
        </h2>
        <p className="figures mt-1 font-display text-4xl leading-tight whitespace-nowrap max-[15rem]:text-3xl max-[15rem]:whitespace-normal sm:text-5xl font-extrabold text-marigold">
          {formats.shillings(sumOfShillings(royalty, vote_earnings))}
        </p>
        <dl className="figures mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-on-night-soft">
              {t('votes', { count: statement.votes, shown: formats.count(statement.votes) })}
            </dt>
            <dd className="text-xl font-bold">{formats.shillings(vote_earnings)}</dd>
          </div>
          <div>
            <dt className="text-sm text-on-night-soft">
              {t('royalty', {
                videos: formats.count(statement.videos),
                all: formats.count(statement.all_videos),
              })}
            </dt>
            <dd className="text-xl font-bold">{formats.shillings(royalty)}</dd>
          </div>
        </dl>
        <p className="mt-4 text-sm text-on-night-soft">
          {t('note')}{' '}
          <Link
            href="/musician-dashboard?tab=statements"
            prefetch={false}
            className="underline underline-offset-4"
          >
            {t('more')}
          </Link>
        </p>
      </div>
      <div aria-hidden="true" className="pindo" />
    </section>
  )
}

export function useCurrentStatement() {
  return useQuery(apiQuery('GET /royalties/current/'))
}
