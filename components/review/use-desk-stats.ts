import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/client/http/api.ts'
import { deskAnswers } from './desk-answers.ts'

/** Poll interval of the desk's counts. */
export const COUNT_MS = 30_000

export function useDeskStats() {
  return useQuery({
    queryKey: deskAnswers.stats,
    queryFn: ({ signal }) => api('GET /users/compliance/stats/', { signal }),
    refetchInterval: COUNT_MS,
  })
}
