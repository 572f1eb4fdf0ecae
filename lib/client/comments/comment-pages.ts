import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment, CommentPage } from '#lib/contract/comments/calls.ts'

export type CommentPages = { pages: CommentPage[]; pageParams: unknown[] }

/** Newest first. A comment that moved between pages appears once. */
export function commentsOf(loaded: CommentPages): Comment[] {
  const byId = new Map(loaded.pages.flatMap(({ results }) => results).map((one) => [one.id, one]))
  return [...byId.values()]
}

/** Adds a comment. A retry can return a comment that is already listed, because the first answer was lost. */
export function withComment(loaded: CommentPages, added: Comment): CommentPages {
  if (loaded.pages.some(({ results }) => results.some(({ id }) => id === added.id))) return loaded
  const [first, ...others] = counted(loaded, 1)
  if (!first) return loaded
  return { ...loaded, pages: [{ ...first, results: [added, ...first.results] }, ...others] }
}

export function withoutComment(loaded: CommentPages, id: string): CommentPages {
  const pages = counted(loaded, -1).map((page) => ({
    ...page,
    results: page.results.filter((one) => one.id !== id),
  }))
  return { ...loaded, pages }
}

function counted({ pages }: CommentPages, by: number): CommentPage[] {
  return pages.map((page) => ({ ...page, count: Math.max(0, page.count + by) }))
}

/**
 * Restarts running reads, whose older answers would undo the change.
 * @param readMore restarts a read of the next page
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
