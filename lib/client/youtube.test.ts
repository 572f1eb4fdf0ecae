import { describe, expect, test } from 'vitest'
import { playableOf, youtubeIdOf } from './youtube.ts'

describe('the recognised YouTube forms', () => {
  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=3',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=x',
    'http://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])('%s', (address) => {
    expect(youtubeIdOf(address)).toBe('dQw4w9WgXcQ')
  })

  test.each([
    'https://vimeo.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/channel/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=short',
    'https://youtu.be/',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'not an address',
  ])('%s is none', (address) => {
    expect(youtubeIdOf(address)).toBeNull()
  })
})

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
