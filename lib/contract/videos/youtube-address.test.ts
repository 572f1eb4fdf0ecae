import { describe, expect, test } from 'vitest'
import { youtubeIdOf, youtubeWatchAddress } from './youtube-address.ts'

describe('the recognised YouTube forms', () => {
  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=3',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=x',
    'http://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'youtu.be/dQw4w9WgXcQ',
    'www.youtube.com/watch?v=dQw4w9WgXcQ',
    'YouTube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ?si=x',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ?si=x&t=3',
    'https://youtu.be/dQw4w9WgXcQ\u200b',
    '\u202ahttps://youtu.be/dQw4w9WgXcQ\u202c',
    ' https://youtu.be/dQw4w9WgXcQ\ufeff\n',
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
    'vimeo.com/watch?v=dQw4w9WgXcQ',
    'youtu.be.evil.example/dQw4w9WgXcQ',
    'user:secret@youtu.be/dQw4w9WgXcQ',
    'not an address',
    'https://www.youtube.com/embed/videoseries?list=PLdQw4w9WgXcQ',
    'https://www.youtube.com/embed/live_stream?channel=UCdQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQextra',
  ])('%s is none', (address) => {
    expect(youtubeIdOf(address)).toBeNull()
  })
})

test('every form is kept under one address, without what tracked it there', () => {
  const id = youtubeIdOf('https://youtu.be/dQw4w9WgXcQ?si=tracked')
  expect(id && youtubeWatchAddress(id)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
})
