import { apiGet, apiPatch, apiPost } from '#lib/client/http/api-client.ts'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'

export type MonthDates = Pick<RunningMonth, 'voting_starts_at' | 'submissions_end_at' | 'ends_at'>

/** @throws ApiError */
export async function fetchRunningMonths(signal?: AbortSignal): Promise<RunningMonth[]> {
  const { results } = await apiGet<{ results: RunningMonth[] }>('/admin/challenges/', { signal })
  return results
}

/** Moves a month into its next phase at once. @throws ApiError */
export function moveIntoNextPhase({ id, next_phase }: RunningMonth): Promise<unknown> {
  return apiPost(`/admin/challenges/${id}/phase/`, { phase: next_phase })
}

/** @throws ApiError */
export function moveMonthDates(id: string, dates: Partial<MonthDates>): Promise<RunningMonth> {
  return apiPatch<RunningMonth>(`/admin/challenges/${id}/dates/`, dates)
}
