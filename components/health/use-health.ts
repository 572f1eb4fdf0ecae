'use client'

import { useQuery } from '@tanstack/react-query'
import { fetchDeadLetters, fetchHealth } from '#lib/client/health/health-api.ts'

const RENEW_MS = 10_000

/** Renewed while one looks at it. */
export function useHealth() {
  return useQuery({
    queryKey: ['health-metrics'],
    queryFn: ({ signal }) => fetchHealth(signal),
    refetchInterval: RENEW_MS,
  })
}

export function useDeadLetters() {
  return useQuery({
    queryKey: ['dead-letters'],
    queryFn: ({ signal }) => fetchDeadLetters(signal),
    refetchInterval: RENEW_MS,
  })
}
