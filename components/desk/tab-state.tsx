import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'

type TabStateProps<Data> = {
  /** The state of the call, as useQuery returns it. */
  query: { data?: Data; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** The sentence for a call that failed. */
  failed: string
  /** Tailwind classes of what is shown while it loads. Content that other panels follow reserves its height. */
  bone?: string
  children: (data: Data) => ReactNode
}

/** Shows the content of a call, a placeholder until it is loaded, or that it failed. Content that was loaded before stays. */
export function TabState<Data>({ query, failed, bone = 'h-96', children }: TabStateProps<Data>) {
  const t = useTranslations('Admin')
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <div className="mt-4">
        <LoadFailed words={failed} onRetry={query.refetch} retrying={query.isFetching} />
      </div>
    )
  return <Loading words={t('loading')} bone={`${bone} rounded-2xl`} />
}
