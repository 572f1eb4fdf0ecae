'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchOverview, fetchStats } from '#lib/client/overview/admin-api.ts'
import type { StatsStep } from '#lib/contract/overview/calls.ts'

/** While the page is seen. */
const EVERY_MS = 30_000

export const overviewKey = ['admin', 'overview'] as const

export function useOverview() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => fetchOverview(signal),
    refetchInterval: EVERY_MS,
  })
}

export function useStats(step: StatsStep) {
  return useQuery({
    queryKey: ['admin', 'stats', step],
    queryFn: ({ signal }) => fetchStats(step, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}
