import { ApiError, api } from '#lib/client/http/api.ts'
import { answeredInTime } from './answer-limit.ts'
import { voteSession } from './vote-session.ts'
import { keepWaitingGift, type WaitingGift } from './waiting-gift.ts'

/**
 * Orders a gift. The server holds its answer for seconds while the prompt is on the phone already: so it waits in the tab from
 * before it leaves, and a reload meanwhile keeps its key. Whoever gets the answer forgets it there.
 * @returns the id of the gift
 * @throws ApiError with status 0 where no answer came in time, or none of the server's
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
  // Something on the way may have answered in the server's place.
  if (typeof answer?.gift_id !== 'string') throw new ApiError(0, null)
  return answer.gift_id
}
