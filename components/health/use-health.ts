import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/client/http/api-query.ts'

const RENEW_MS = 10_000

/** Polls while the page is visible. */
export function useHealth() {
  return useQuery({
    ...apiQuery('GET /admin/health-metrics/'),
    refetchInterval: RENEW_MS,
  })
}

export function useDeadLetters() {
  return useQuery({
    ...apiQuery('GET /admin/dead-letters/'),
    refetchInterval: RENEW_MS,
  })
}
