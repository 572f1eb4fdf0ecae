import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Comment, CommentPage } from '#lib/contract/comments/calls.ts'
import {
  type CommentPages,
  changeComments,
  commentsOf,
  withComment,
  withoutComment,
} from './comment-pages.ts'

const comment = (id: string): Comment => ({
  id,
  text: `Comment ${id}`,
  author: { id: 'a', username: 'amina', display_name: 'Amina', avatar: '' },
  created_at: '2026-11-21T20:00:00.000Z',
})
const page = (count: number, ids: string[]) => ({
  count,
  next: null,
  previous: null,
  results: ids.map(comment),
  removed: [],
})
const loaded: CommentPages = { pages: [page(4, ['d', 'c']), page(4, ['c', 'b'])], pageParams: [1, 2] }
const idsOf = (pages: CommentPages) => commentsOf(pages).map(({ id }) => id)

test('a comment that moved to the next page meanwhile is shown once', () => {
  expect(idsOf(loaded)).toEqual(['d', 'c', 'b'])
})

test('a new comment stands first and counts', () => {
  const grown = withComment(loaded, comment('e'))
  expect(idsOf(grown)).toEqual(['e', 'd', 'c', 'b'])
  expect(grown.pages.map(({ count }) => count)).toEqual([5, 5])
})

test('one that was read before its answer came counts once', () => {
  expect(withComment(loaded, comment('c'))).toBe(loaded)
})

test('a comment that was taken away is gone wherever it stood, and counts no more', () => {
  const shrunk = withoutComment(loaded, 'c')
  expect(idsOf(shrunk)).toEqual(['d', 'b'])
  expect(shrunk.pages.map(({ count }) => count)).toEqual([3, 3])
})

const queryKey = ['comments']

const pageTo = (next: string | null, ids: string[]): CommentPage => ({
  count: 4,
  next,
  previous: null,
  results: ids.map(comment),
  removed: [],
})

/** Displayed comments, and the requests to answer in order. */
function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const requests: (PromiseWithResolvers<CommentPage> & { page: unknown })[] = []
  const observer = new InfiniteQueryObserver<CommentPage>(client, {
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam }) => {
      const request = { ...Promise.withResolvers<CommentPage>(), page: pageParam }
      requests.push(request)
      return request.promise
    },
    getNextPageParam: (last, pages) => (last.next ? pages.length + 1 : undefined),
  })
  const stop = observer.subscribe(() => undefined)
  const change = (next: (loaded: CommentPages) => CommentPages) =>
    changeComments(client, queryKey, next, () => void observer.fetchNextPage())
  const ids = () => {
    const { data } = observer.getCurrentResult()
    return data && commentsOf(data).map(({ id }) => id)
  }
  const answer = async (at: number, of: CommentPage, known: string[]) => {
    requests[at]?.resolve(of)
    await expect.poll(ids).toEqual(known)
  }
  return { observer, requests, stop, change, ids, answer }
}

test('a comment that is written while more are read stays, and they come', async () => {
  const { observer, requests, stop, change, ids, answer } = shown()
  await answer(0, pageTo('more', ['d', 'c']), ['d', 'c'])
  void observer.fetchNextPage()
  change((loaded) => withComment(loaded, comment('e')))
  requests[1]?.resolve(pageTo(null, ['b', 'a']))
  expect(ids()).toEqual(['e', 'd', 'c'])
  await answer(2, pageTo(null, ['c', 'b', 'a']), ['e', 'd', 'c', 'b', 'a'])
  expect(requests.map((one) => one.page)).toEqual([1, 2, 2])
  stop()
})

test('a comment that is deleted while all are read again does not come back', async () => {
  const { observer, requests, stop, change, ids, answer } = shown()
  await answer(0, pageTo(null, ['d', 'c']), ['d', 'c'])
  void observer.refetch()
  change((loaded) => withoutComment(loaded, 'd'))
  requests[1]?.resolve(pageTo(null, ['d', 'c']))
  expect(ids()).toEqual(['c'])
  await answer(2, pageTo(null, ['c', 'b']), ['c', 'b'])
  stop()
})

test('one that is written before the first are there is there with them', async () => {
  const { requests, stop, change, answer } = shown()
  change((loaded) => withComment(loaded, comment('e')))
  requests[0]?.resolve(pageTo(null, ['d']))
  await answer(1, pageTo(null, ['e', 'd']), ['e', 'd'])
  stop()
})

test('where nothing is read, nothing is asked for', async () => {
  const { requests, stop, change, ids, answer } = shown()
  await answer(0, pageTo('more', ['d']), ['d'])
  change((loaded) => withComment(loaded, comment('e')))
  expect(ids()).toEqual(['e', 'd'])
  expect(requests).toHaveLength(1)
  stop()
})
