import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { BulkVoteAnswer, GiftView } from '#lib/contract/gifts/calls.ts'
import { voteSession } from './vote-session.ts'

/** @param request phone as 2547XXXXXXXX; `attempt` names this try, so that a double tap or a lost answer pays once */
export function sendGift(request: {
  videoId: string
  phone: string
  quantity: number
  attempt: string
}): Promise<BulkVoteAnswer> {
  const { sessionId, deviceFingerprint } = voteSession()
  const body = {
    session_id: sessionId,
    device_fingerprint: deviceFingerprint,
    phone_number: request.phone,
    vote_count: request.quantity,
  }
  return apiPost<BulkVoteAnswer>(`/videos/${request.videoId}/bulk-vote/`, body, {
    headers: { 'Idempotency-Key': request.attempt },
  })
}

export function fetchGift(id: string, signal?: AbortSignal): Promise<GiftView> {
  return apiGet<GiftView>(`/gifts/${id}/`, { signal })
}

/** Sends the prompt of a gift whose prompt never left. */
export function retryPrompt(id: string): Promise<GiftView> {
  return apiPost<GiftView>(`/gifts/${id}/prompt/`, {})
}

/** Counts a payment that was made but not counted. @param claim phone as 2547XXXXXXXX; `voteCode` may be '' */
export function claimGift(claim: { receipt: string; phone: string; voteCode: string }): Promise<GiftView> {
  const body = {
    receipt: claim.receipt,
    phone_number: claim.phone,
    ...(claim.voteCode ? { vote_code: claim.voteCode } : {}),
  }
  return apiPost<GiftView>('/gifts/claim/', body)
}
