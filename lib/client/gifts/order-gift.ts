import { ApiError, api } from '#lib/client/http/api.ts'
import { answeredInTime } from './answer-limit.ts'
import { voteSession } from './vote-session.ts'
import { keepWaitingGift, type WaitingGift } from './waiting-gift.ts'

/**
 * Stores the gift in the tab first: a reload before the answer retains the key. The caller removes it.
 * @returns the gift's id
 * @throws ApiError; status 0 if no answer comes in time
 */
export async function orderGift(gift: WaitingGift): Promise<string> {
  keepWaitingGift(gift)
  const { sessionId, deviceFingerprint } = voteSession()
  const answer = await answeredInTime((signal) =>
    api('POST /videos/{id}/bulk-vote/', {
      path: { id: gift.request.videoId },
      body: {
        session_id: sessionId,
        device_fingerprint: deviceFingerprint,
        phone_number: gift.phone,
        vote_count: gift.quantity,
      },
      attempt: gift.key,
      signal,
    }),
  )
  // An answer without an id may come from a proxy.
  if (typeof answer?.gift_id !== 'string') throw new ApiError(0, null)
  return answer.gift_id
}
