import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { DeadLetter, HealthMetrics } from '#lib/contract/health/calls.ts'

/** @throws ApiError */
export function fetchHealth(signal?: AbortSignal): Promise<HealthMetrics> {
  return apiGet<HealthMetrics>('/admin/health-metrics/', { signal })
}

export type DeadLetters = { count: number; results: DeadLetter[] }

/** @throws ApiError */
export function fetchDeadLetters(signal?: AbortSignal): Promise<DeadLetters> {
  return apiGet<DeadLetters>('/admin/dead-letters/', { signal })
}

/** @throws ApiError */
export function retryDeadLetter(id: string): Promise<{ message: string }> {
  return apiPost<{ message: string }>(`/admin/dead-letters/${encodeURIComponent(id)}/retry/`, {})
}
