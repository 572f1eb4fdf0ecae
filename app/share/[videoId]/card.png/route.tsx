import { ImageResponse } from 'next/og'
import { ShareCard } from '#components/video/share-card.tsx'
import { NotFoundError } from '#lib/core/errors.ts'
import { readVideoContent } from '#lib/web/page-content.ts'

/** Counts on shared pictures may be a little behind. */
const headers = { 'cache-control': 'public, max-age=300, stale-while-revalidate=3600' }

export async function GET(_: Request, { params }: { params: Promise<{ videoId: string }> }) {
  try {
    const { video } = await readVideoContent((await params).videoId)
    return new ImageResponse(<ShareCard video={video} />, { width: 1200, height: 630, headers })
  } catch (error) {
    if (error instanceof NotFoundError) return new Response(null, { status: 404 })
    throw error
  }
}
