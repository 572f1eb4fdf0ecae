import { expect, test } from 'vitest'
import { embedPage, goneEmbed } from './embed-page.ts'

const parts = {
  video: {
    id: '01a1f925-91af-7e3b-bd9a-ecaf8a72904f',
    title: '"><script>alert(1)</script>',
    dancer: { id: '1', username: 'nyota', display_name: "Nyota <b>'O'</b>", location: '' },
    track: { id: '2', title: 'Sherehe', artist: 'Juma', genre: '' },
    thumbnail_url: 'https://i.ytimg.com/vi/a/hqdefault.jpg',
    youtube_video_id: 'dQw4w9WgXcQ',
    youtube_url: null,
    video_file_url: null,
  },
  locale: 'sw',
  isPlaying: false,
  page: 'https://ngoma.test/video/1',
  playing: '/embed/1?play=1&lang=sw',
  colours: ['#111111', '#222222', '#333333'],
  words: { play: 'Cheza', song: 'Wimbo', count: 'Zawadi 3', vote: 'Piga kura' },
} as const

test('an embed shows its picture first, and plays when asked, with words that stay words', () => {
  const still = embedPage(parts)
  expect(still).toContain('href="/embed/1?play=1&amp;lang=sw"')
  expect(still).not.toContain('<iframe')
  const playing = embedPage({ ...parts, isPlaying: true })
  expect(playing).toContain(
    'src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&amp;playsinline=1&amp;rel=0"',
  )
  for (const document of [still, playing]) {
    expect(document).not.toMatch(/<script|<b>/)
    expect(document).toContain('Nyota &lt;b&gt;&#39;O&#39;&lt;/b&gt;')
  }
  const file = embedPage({
    ...parts,
    isPlaying: true,
    video: { ...parts.video, video_file_url: '/media/a.mp4' },
  })
  expect(file).toContain('<video src="/media/a.mp4"')
})

test('a dance that is gone leaves a sentence in the frame, and a way to others that leaves the frame', () => {
  const gone = goneEmbed({
    locale: 'sw',
    page: 'https://ngoma.test/',
    words: { gone: 'Densi hii haionyeshwi tena.', watch: 'Tazama densi nyingine' },
  })
  expect(gone).toContain('<h1>Densi hii haionyeshwi tena.</h1>')
  expect(gone).toContain(
    'href="https://ngoma.test/" target="_blank" rel="noopener">Tazama densi nyingine</a>',
  )
})
