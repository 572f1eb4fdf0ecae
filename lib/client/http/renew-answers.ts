import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for what is shown of a call's answers, because something has changed. The library by itself goes on
 * waiting for a first answer that is under way; that one may be older than the change, so it is called off.
 */
export function renewAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  return client.invalidateQueries({ queryKey })
}
