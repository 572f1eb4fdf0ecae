import { useQuery } from '@tanstack/react-query'
import { deskAnswers } from '#components/review/desk-answers.ts'
import type { DeskTabId } from '#components/review/tab-of.ts'
import { api } from '#lib/client/http/api.ts'

/** The desk's numbers: how much waits, since when, and how fast it is decided. */
export function useDeskStats() {
  return useQuery({
    queryKey: deskAnswers.stats,
    queryFn: ({ signal }) => api('GET /users/compliance/stats/', { signal }),
    refetchInterval: 30_000,
  })
}

/** How much waits on each tab; none where that is not known. */
export function useWaitingCounts(): Readonly<Record<DeskTabId, number | null>> {
  const { data, isError } = useDeskStats()
  const known = isError ? undefined : data
  return {
    kyc: known?.pending ?? null,
    tracks: known?.tracks_pending ?? null,
    videos: known?.videos_pending ?? null,
    signals: known?.signals_open ?? null,
    comments: known?.comments_reported ?? null,
  }
}
