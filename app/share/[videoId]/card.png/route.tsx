import { ImageResponse } from 'next/og'
import { ShareCard } from '#components/videos/share-card.tsx'
import { findVideoContent } from '#lib/web/pages/page-content.ts'

/** Counts on shared pictures may be a little behind. */
const headers = { 'cache-control': 'public, max-age=300, stale-while-revalidate=3600' }

export async function GET(_: Request, { params }: { params: Promise<{ videoId: string }> }) {
  const content = await findVideoContent((await params).videoId)
  if (!content) return new Response(null, { status: 404 })
  return new ImageResponse(<ShareCard video={content.video} />, { width: 1200, height: 630, headers })
}
