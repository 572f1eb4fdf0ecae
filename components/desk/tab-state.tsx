import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'

type TabStateProps<Data> = {
  /** A result of useQuery. */
  query: { data?: Data; isError: boolean; isFetching: boolean; refetch: () => unknown }
  failed: string
  /** Tailwind classes of the placeholder, to reserve the content's height. */
  skeleton?: string
  children: (data: Data) => ReactNode
}

/** Content that was loaded before stays if a refetch fails. */
export function TabState<Data>({ query, failed, skeleton = 'h-96', children }: TabStateProps<Data>) {
  const t = useTranslations('Admin')
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <div className="mt-4">
        <LoadFailed words={failed} onRetry={query.refetch} retrying={query.isFetching} />
      </div>
    )
  return <Loading words={t('loading')} skeleton={`${skeleton} rounded-2xl`} />
}
