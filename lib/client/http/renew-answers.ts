import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads again. A running read may be older than the change, so it completes and repeats once. Nothing is
 * cancelled: answers must arrive even if changes are faster than reads.
 */
export async function renewAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  if (underWay.length === 0) return
  await client.invalidateQueries(
    { queryKey, predicate: (query) => underWay.includes(query) },
    { cancelRefetch: false },
  )
}

/** Changes a cached answer. A running read may be older, so it restarts. */
export function changeAnswer<Answer>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Answer, Error>,
  change: (known: Answer | undefined) => Answer | undefined,
): void {
  const isUnderWay = client.isFetching({ queryKey, exact: true }) > 0
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Answer>(queryKey as QueryKey, change)
  if (isUnderWay) void client.invalidateQueries({ queryKey, exact: true })
}
