import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { CommentPages } from './comment-pages.ts'

/**
 * Changes the loaded comments. What is being read was asked before the change and would undo it, the next page as well, which
 * comes together with the pages before it: it is called off and asked for again.
 * @param readMore asks for the next page
 */
export function changeComments(
  client: QueryClient,
  queryKey: QueryKey,
  change: (loaded: CommentPages) => CommentPages,
  readMore: () => void,
): void {
  const before = client.getQueryState(queryKey)
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<CommentPages>(queryKey, (loaded) => loaded && change(loaded))
  if (!before || before.fetchStatus === 'idle') return
  if (before.fetchMeta?.fetchMore) readMore()
  else void client.invalidateQueries({ queryKey })
}
