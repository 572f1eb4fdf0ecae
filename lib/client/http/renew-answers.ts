import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for what is shown of a call's answers, because something has changed. An answer that is under way may be older than
 * the change: it is waited for, and asked for once more after it. None is called off, so that they come also where changes come
 * faster than answers, and however many changes come meanwhile, it is asked once more for all of them.
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

/**
 * Puts what a write has answered in place of what is known. An answer that is under way may be older than that: it is called off and
 * asked for again.
 */
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
