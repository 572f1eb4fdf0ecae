import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { MyVideos } from './my-videos.tsx'

const video: Video = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  kind: 'entry',
  title: 'Kayole sunset',
  description: '',
  username: 'amina',
  avatar: '',
  dancer: {
    id: '01a2013b-0000-7000-8000-00000000000b',
    username: 'amina',
    display_name: 'Amina',
    location: '',
  },
  track: { id: '01a2013b-0000-7000-8000-00000000000c', title: 'Sherehe', artist: 'Juma', genre: '' },
  challenge: {
    id: '01a2013b-0000-7000-8000-00000000000d',
    title: 'November 2026 Challenge',
    phase: 'voting',
  },
  youtube_url: null,
  youtube_video_id: null,
  video_file_url: null,
  thumbnail_url: null,
  duration_seconds: null,
  status: 'approved',
  vote_count: 1_240,
  view_count: 5,
  comment_count: 0,
  rank: 3,
  counted_video_id: null,
  vote_code: 'ABCDE',
  paybill_number: '174379',
  upload_date: '2026-11-20T09:00:00.000Z',
  approved_date: null,
  reviewed_by: null,
  reviewed_at: null,
  rejection_reason: '',
}

/** Read at noon; the refetch failed or not. */
function shown(hasFailed: boolean): string {
  const client = new QueryClient()
  const { queryKey } = apiQuery('GET /videos/my-videos/')
  client.setQueryData(queryKey, { results: [video] }, { updatedAt: Date.parse('2026-11-27T09:00:00Z') })
  if (hasFailed)
    client
      .getQueryCache()
      .find({ queryKey })
      ?.setState({ status: 'error', error: new Error('offline') })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InLanguage>
        <MyVideos />
      </InLanguage>
    </QueryClientProvider>,
  )
}

test('votes and a place that are not renewed stay, and say since when', () => {
  expect(shown(true)).toContain('Kayole sunset')
  expect(shown(true)).toContain('Last updated 27 Nov 2026, 12:00')
  expect(shown(false)).toContain('Kayole sunset')
  expect(shown(false)).not.toContain('Not renewed')
})
