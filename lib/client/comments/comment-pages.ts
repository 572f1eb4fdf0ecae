import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment, CommentPage } from '#lib/contract/comments/calls.ts'

/** The loaded pages of a video's comments, as the query caches them. */
export type CommentPages = { pages: CommentPage[]; pageParams: unknown[] }

/** Returns the loaded comments, newest first. One that moved to the next page between two answers is listed once. */
export function commentsOf(loaded: CommentPages): Comment[] {
  const byId = new Map(loaded.pages.flatMap(({ results }) => results).map((one) => [one.id, one]))
  return [...byId.values()]
}

/** Adds a comment that was just written, unless it was read already: the answer to a first try may be lost. */
export function withComment(loaded: CommentPages, added: Comment): CommentPages {
  if (loaded.pages.some(({ results }) => results.some(({ id }) => id === added.id))) return loaded
  const [first, ...others] = counted(loaded, 1)
  if (!first) return loaded
  return { ...loaded, pages: [{ ...first, results: [added, ...first.results] }, ...others] }
}

/** Leaves out a comment that was removed. */
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
