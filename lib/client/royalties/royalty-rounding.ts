import type { RunningStatement } from '#lib/contract/royalties/calls.ts'

type Counted = Pick<RunningStatement, 'pool' | 'videos' | 'all_videos' | 'royalty'>

/**
 * Shillings by which a royalty differs from pool × videos ÷ all videos, rounded to the cent. Each track is rounded by itself, to the
 * largest remainder (lib/domain/royalties/largest-remainder.ts), so that the sum of several can differ by some cents.
 */
export function royaltyRounding({ pool, videos, all_videos: all, royalty }: Counted): number {
  if (all === 0) return 0
  const exact = Math.round((Math.round(pool * 100) * videos) / all)
  return (Math.round(royalty * 100) - exact) / 100
}
