'use client'

import { useQuery } from '@tanstack/react-query'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { api } from '#lib/client/http/api.ts'

/** One submission, asked for once: each reading hands out links and is on record. */
export function useSubmission(id: string) {
  return useQuery({
    queryKey: deskAnswers.submission(id),
    queryFn: ({ signal }) => api('GET /users/compliance/kyc-submissions/{id}/', { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
