import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { StatsStep } from '#lib/contract/overview/calls.ts'

/** Polls while the page is visible. */
const EVERY_MS = 30_000

export function useOverview() {
  return useQuery({
    ...apiQuery('GET /admin/overview/'),
    refetchInterval: EVERY_MS,
  })
}

export function useStats(step: StatsStep) {
  return useQuery({
    ...apiQuery('GET /admin/stats/', { query: { step } }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}
