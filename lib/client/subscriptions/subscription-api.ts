import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { JoinAnswer, SubscriptionState } from '#lib/contract/subscriptions/calls.ts'

/** @throws ApiError */
export function fetchSubscription(signal?: AbortSignal): Promise<SubscriptionState> {
  return apiGet<SubscriptionState>('/videos/challenge/subscription-status/', { signal })
}

/**
 * Subscribes: a prompt goes to the phone, or the wallet pays where none is given.
 * @param request `attempt` names this try, so that a double tap or a lost answer pays once
 * @throws ApiError
 */
export function joinChallenge(request: {
  challengeId: string
  phone: string | null
  isRetry: boolean
  attempt: string
}): Promise<JoinAnswer> {
  const body = {
    ...(request.phone === null ? {} : { phone_number: request.phone }),
    ...(request.isRetry ? { retry_payment: true } : {}),
  }
  return apiPost<JoinAnswer>(`/videos/challenges/${request.challengeId}/join/`, body, {
    headers: { 'Idempotency-Key': request.attempt },
  })
}
