import type { QueryClient, QueryKey } from '@tanstack/react-query'

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
