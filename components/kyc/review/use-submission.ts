import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { refetchAfterRefusal } from '#components/review/refetch.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { RequestOf } from '#lib/client/http/api-types.ts'

/** A submission with its documents. Read once, because each read creates links and an audit entry. */
export function useSubmission(id: string) {
  return useQuery({
    queryKey: deskAnswers.submission(id),
    queryFn: ({ signal }) => api('GET /users/compliance/kyc-submissions/{id}/', { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Refusals after which the case must be reloaded. */
const refetchAfter = ['submission_changed', 'document_unreadable', 'document_unconverted']

type Review = RequestOf<'POST /users/profiles/{id}/review_kyc/'>

/**
 * Sends decisions. If the server refuses because the submission changed, reloads it before the message, so
 * that the next decision is about what the officer sees.
 */
export function useSubmissionReview() {
  const client = useQueryClient()
  return async (review: Review) => {
    try {
      return await api('POST /users/profiles/{id}/review_kyc/', review)
    } catch (error) {
      if (error instanceof ApiError && refetchAfter.includes(error.code ?? ''))
        await refetchAfterRefusal(client, deskAnswers.submission(review.path.id))
      throw error
    }
  }
}
