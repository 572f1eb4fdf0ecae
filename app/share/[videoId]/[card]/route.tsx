import { ImageResponse } from 'next/og'
import { getTranslations } from 'next-intl/server'
import { ShareCard, StoryCard } from '#components/videos/share-card.tsx'
import { env } from '#lib/core/env.ts'
import { findVideoContent } from '#lib/web/pages/page-content.ts'
import { defaultLocale, type Locale } from '#messages/locales.ts'

/** The counts in the picture may be slightly old. */
const headers = { 'cache-control': 'public, max-age=300, stale-while-revalidate=3600' }
/** Short, so that caches soon drop a removed video's picture. */
const missing = { 'cache-control': 'public, max-age=60' }

type Picture = { locale: Locale; isStory: boolean }

/** The file name has the language: link previews send neither cookie nor Accept-Language. */
const pictures: Record<string, Picture> = {
  'card.png': { locale: defaultLocale, isStory: false },
  'card-sw.png': { locale: 'sw', isStory: false },
  'story.png': { locale: defaultLocale, isStory: true },
  'story-sw.png': { locale: 'sw', isStory: true },
}

export async function GET(_: Request, { params }: { params: Promise<{ videoId: string; card: string }> }) {
  const { videoId, card } = await params
  const picture = Object.hasOwn(pictures, card) ? pictures[card] : undefined
  const content = picture && (await findVideoContent(videoId))
  if (!content) return new Response(null, { status: 404, headers: missing })
  const { locale, isStory } = picture
  const { video, paybillNumber } = content
  const t = await getTranslations({ locale, namespace: 'Video' })
  const words = video.rank ? t('cardVotesRank', { rank: video.rank }) : t('cardVotes')
  if (!isStory)
    return new ImageResponse(<ShareCard video={video} words={words} />, {
      width: 1200,
      height: 630,
      headers,
    })
  const takesGifts = video.kind === 'entry' && video.challenge.phase === 'voting'
  const votes = [
    new URL(env.PUBLIC_URL).host,
    ...(takesGifts ? [t('storyPaybill', { number: paybillNumber, code: video.vote_code })] : []),
  ]
  return new ImageResponse(<StoryCard video={video} words={words} votes={votes} />, {
    width: 1080,
    height: 1920,
    headers,
  })
}
