import { useQuery } from '@tanstack/react-query'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { api } from '#lib/client/http/api.ts'

/** Reads a submission once, because each reading makes links to the documents and is recorded in the audit log. */
export function useSubmission(id: string) {
  return useQuery({
    queryKey: deskAnswers.submission(id),
    queryFn: ({ signal }) => api('GET /users/compliance/kyc-submissions/{id}/', { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
