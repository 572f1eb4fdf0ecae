import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import { queryClient } from '#lib/client/http/query-client.ts'
import type { NotificationView } from '#lib/contract/notifications/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'

const notification: NotificationView = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  kind: 'video_decided',
  title: 'Your video is live',
  text: 'Kayole sunset',
  path: '/video/01a2013b-0000-7000-8000-00000000000b',
  is_read: true,
  created_at: '2026-11-27T08:00:00.000Z',
}

// Browser storage.
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => vi.unstubAllGlobals())

test('notifications that could not be read again are there, and it is said since when they are', () => {
  const { queryKey } = apiQuery('GET /notifications/', { query: { page: 1, page_size: 20, locale: 'en' } })
  const client = queryClient()
  const known = { count: 1, unread: 0, next: null, previous: null, results: [notification] }
  client.setQueryData(queryKey, known, { updatedAt: Date.parse('2026-11-27T09:00:00Z') })
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new Error('offline') })
  const shown = renderToStaticMarkup(
    <InLanguage>
      <NotificationsScreen />
    </InLanguage>,
  )
  expect(shown).toContain('Your video is live')
  expect(shown).toContain('Last updated 27 Nov 2026, 12:00')
})
