import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressPage } from '#components/ui/use-address-param.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { STATEMENTS_PER_PAGE } from '#lib/contract/royalties/constants.ts'
import { useCurrentStatement } from './month-so-far.tsx'
import { StatementCard } from './statement-card.tsx'

const PARAM = 'months'

export function StatementsPanel() {
  const t = useTranslations('Statements')
  const page = useAddressPage(PARAM)
  const list = useStatements(page)
  const { data, isError, isFetching, isPlaceholderData, refetch } = list
  const current = useCurrentStatement()
  const running = current.data?.statement ?? null
  if (isError && !data) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <Loading words={t('loading')} skeleton="h-96 rounded-3xl" />
  const hasRunning = page === 1 && running !== null && running.lines.length > 0
  // Before the first closed month, an empty list alone does not prove that there is no statement: the running
  // month must be loaded too.
  const runningToCome =
    page !== 1 || current.data ? null : current.isError ? (
      <LoadFailed words={t('runningFailed')} onRetry={current.refetch} retrying={current.isFetching} />
    ) : (
      <Loading words={t('loading')} skeleton="h-96 rounded-3xl" />
    )
  if (data.results.length === 0 && runningToCome) return runningToCome
  if (data.results.length === 0 && !hasRunning)
    return (
      <div className="grid justify-items-center gap-3 rounded-3xl border border-line bg-surface px-6 py-12 text-center">
        <ReceiptText aria-hidden="true" className="size-10 text-soft" />
        <h2 className="text-2xl">{t('emptyTitle')}</h2>
        <p className="max-w-md text-soft">{t('emptyDetail')}</p>
      </div>
    )
  return (
    <>
      <StaleNote of={page === 1 && current.isError && !list.isError ? current : list} />
      <p className="mb-4 max-w-prose text-soft">{t('formulaNote')}</p>
      <ul aria-label={t('label')} aria-busy={isPlaceholderData} className="grid grid-cols-1 gap-5">
        {runningToCome ? <li>{runningToCome}</li> : null}
        {hasRunning ? (
          <li>
            <StatementCard statement={running} />
          </li>
        ) : null}
        {data.results.map((statement) => (
          <li key={statement.id}>
            <StatementCard statement={statement} />
          </li>
        ))}
      </ul>
      <Pager of={t('pages')} param={PARAM} page={page} pages={Math.ceil(data.count / STATEMENTS_PER_PAGE)} />
    </>
  )
}

function useStatements(page: number) {
  return useQuery({
    ...apiQuery('GET /royalties/statements/', { query: { page, page_size: STATEMENTS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
}
