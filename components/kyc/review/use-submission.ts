import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { readAnew } from '#components/review/read-anew.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { RequestOf } from '#lib/client/http/api-types.ts'

/** Reads a submission once, because each reading makes links to the documents and is recorded in the audit log. */
export function useSubmission(id: string) {
  return useQuery({
    queryKey: deskAnswers.submission(id),
    queryFn: ({ signal }) => api('GET /users/compliance/kyc-submissions/{id}/', { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Refusals after which the case shows something else than it did. */
const readAnewAfter = ['submission_changed', 'document_unreadable', 'document_unconverted']

type Review = RequestOf<'POST /users/profiles/{id}/review_kyc/'>

/**
 * Sends decisions about submissions. One that was handed in again since it was opened is refused and read anew before that is
 * said: what the officer then looks at is what the next decision is about.
 */
export function useSubmissionReview() {
  const client = useQueryClient()
  return async (review: Review) => {
    try {
      return await api('POST /users/profiles/{id}/review_kyc/', review)
    } catch (error) {
      if (error instanceof ApiError && readAnewAfter.includes(error.code ?? ''))
        await readAnew(client, deskAnswers.submission(review.path.id))
      throw error
    }
  }
}
