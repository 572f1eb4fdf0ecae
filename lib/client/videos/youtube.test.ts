import { expect, test } from 'vitest'
import { playableOf } from './youtube.ts'

test('a file of our own plays as a file, a known id as YouTube, anything else not at all', () => {
  const none = { youtube_video_id: null, youtube_url: null, video_file_url: null }
  expect(playableOf({ ...none, video_file_url: '/media/a.webm' })).toEqual({
    kind: 'file',
    url: '/media/a.webm',
  })
  expect(playableOf({ ...none, youtube_video_id: 'dQw4w9WgXcQ' })).toEqual({
    kind: 'youtube',
    id: 'dQw4w9WgXcQ',
  })
  expect(playableOf({ ...none, youtube_url: 'https://youtu.be/dQw4w9WgXcQ' })).toEqual({
    kind: 'youtube',
    id: 'dQw4w9WgXcQ',
  })
  expect(playableOf({ ...none, youtube_url: 'https://example.com/a' })).toBeNull()
  expect(playableOf(none)).toBeNull()
})
