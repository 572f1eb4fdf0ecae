import { expect, test } from 'vitest'
import type { Comment } from '#lib/contract/comments/calls.ts'
import { type CommentPages, commentsOf, withComment, withoutComment } from './comment-pages.ts'

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
