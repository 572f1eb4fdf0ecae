import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'

type TabStateProps<Data> = {
  /** What react-query says. */
  query: { data?: Data; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Said where nothing came. */
  failed: string
  children: (data: Data) => ReactNode
}

/** What a tab shows until its answer is there, and where it does not come. What is known stays. */
export function TabState<Data>({ query, failed, children }: TabStateProps<Data>) {
  const t = useTranslations('Admin')
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <div className="mt-4">
        <LoadFailed words={failed} onRetry={query.refetch} retrying={query.isFetching} />
      </div>
    )
  return <Loading words={t('loading')} bone="h-96 rounded-2xl" />
}
