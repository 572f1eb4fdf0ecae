import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CommentPages,
  changeComments,
  commentsOf,
  withComment,
  withoutComment,
} from '#lib/client/comments/comment-pages.ts'
import { idempotentAttempt } from '#lib/client/forms/idempotent-attempt.ts'
import { api } from '#lib/client/http/api.ts'
import type { ReadName } from '#lib/client/http/api-types.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'

/** Calls that change comments throw ApiError. */
export function useComments(videoId: string) {
  const client = queryClient()
  const [attempt] = useState(() => idempotentAttempt())
  const path = { id: videoId }
  const queryKey = ['GET /videos/{id}/comments/' satisfies ReadName, path]
  const list = useInfiniteQuery(
    {
      queryKey,
      initialPageParam: 1,
      queryFn: ({ pageParam, signal }) =>
        api('GET /videos/{id}/comments/', { path, query: { page: pageParam, page_size: PAGE_SIZE }, signal }),
      getNextPageParam: (last, pages) => (last.next ? pages.length + 1 : undefined),
    },
    client,
  )
  const loadMore = () => void list.fetchNextPage()
  const change = (next: (loaded: CommentPages) => CommentPages) =>
    changeComments(client, queryKey, next, loadMore)
  return {
    comments: list.data ? commentsOf(list.data) : null,
    count: list.data?.pages[0]?.count ?? 0,
    /** The user's own comments that officers removed. */
    removed: list.data?.pages[0]?.removed ?? [],
    hasFailed: list.isLoadingError,
    hasMoreFailed: list.isFetchNextPageError,
    /** Reports only failed refetches; first loads have `hasFailed`. */
    renewal: { ...list, isError: list.isRefetchError },
    isFetching: list.isFetching,
    hasMore: list.hasNextPage,
    loadMore,
    retry: () => void list.refetch(),
    add: async (text: string) => {
      // If the answer was lost, a retry with the same key adds no second comment.
      const added = await attempt(text, (key) =>
        api('POST /videos/{id}/comments/', { path, body: { text }, attempt: key }),
      )
      change((loaded) => withComment(loaded, added))
    },
    remove: async (id: string) => {
      await api('DELETE /videos/{id}/comments/{commentId}/', { path: { id: videoId, commentId: id } })
      change((loaded) => withoutComment(loaded, id))
    },
  }
}

export type Comments = ReturnType<typeof useComments>
