import { ImageResponse } from 'next/og'
import { expect, test } from 'vitest'
import { ShareCard, StoryCard } from './share-card.tsx'

test.each([
  ['Moto sana 🔥🕺🏾', 'DJ 👑 Wanjirũ'],
  ['燃える 🔥 Ngoma', 'Зоя'],
  ['🔥🔥🔥', 'Nyota'],
])('a card is drawn without anybody else’s server, whatever the title: %s', async (title, name) => {
  const video = {
    id: '01a1f925-91af-7e3b-bd9a-ecaf8a72904f',
    title,
    dancer: { id: '1', username: 'nyota', display_name: name, location: 'Kisumu' },
    track: { id: '2', title: 'Sherehe', artist: 'Juma 🎵', genre: '' },
    vote_count: 1_204,
    rank: 3,
  }
  const drawn = new ImageResponse(<ShareCard video={video} words="gifts, rank 3" />, {
    width: 1200,
    height: 630,
  })
  const story = new ImageResponse(
    <StoryCard video={video} words="gifts, rank 3" votes={['ngoma.test', 'Paybill 174379']} />,
    { width: 1080, height: 1920 },
  )
  for (const picture of [drawn, story])
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
})
