import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#lib/client/http/query-client.ts'
import type { Comment, CommentPage } from '#lib/contract/comments/calls.ts'
import en from '#messages/en.json' with { type: 'json' }
import { InLanguage } from '#tests/support/in-language.tsx'
import { CommentList } from './comment-list.tsx'
import { useComments } from './use-comments.ts'

const comment: Comment = {
  id: 'c',
  text: 'Moto!',
  created_at: '2026-11-27T09:00:00.000Z',
  author: { id: 'a', username: 'asha', display_name: 'Asha', avatar: '💃' },
}

// Browser storage.
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => vi.unstubAllGlobals())

/** The loaded page, after a failed next page or a failed refetch. */
function shownWithout(missing: 'more' | 'renewal'): string {
  const queryKey = ['GET /videos/{id}/comments/', { id: 'v' }]
  const next = missing === 'more' ? '/videos/v/comments/?page=2' : null
  const page: CommentPage = { count: 21, next, previous: null, results: [comment], removed: [] }
  const client = queryClient()
  client.setQueryData(queryKey, { pages: [page], pageParams: [1] })
  const fetchMeta = missing === 'more' ? { fetchMore: { direction: 'forward' as const } } : null
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new Error('offline'), fetchMeta })
  return renderToStaticMarkup(
    <InLanguage>
      <List />
    </InLanguage>,
  )
}

function List() {
  const comments = useComments('v')
  return <CommentList comments={comments} shown={comments.comments ?? []} videoId="v" user={null} />
}

test('where more do not come that is said, with the way to ask for them', () => {
  const shown = shownWithout('more')
  expect(shown).toContain('Moto!')
  expect(shown).toContain(en.Comments.failed)
  expect(shown).toContain(en.Comments.more)
  expect(shown).not.toContain('Last updated')
})

test('comments that could not be read again are there, and it is said since when they are', () => {
  const shown = shownWithout('renewal')
  expect(shown).toContain('Moto!')
  expect(shown).not.toContain(en.Comments.failed)
  expect(shown).toContain('Last updated')
  expect(shown).toContain(en.Ui.retry)
})
