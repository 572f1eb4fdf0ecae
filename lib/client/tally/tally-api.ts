import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { FoundGift, TallyRows, TallySummary } from '#lib/contract/tally/calls.ts'

export function fetchTally(challengeId: string, signal?: AbortSignal): Promise<TallySummary> {
  return apiGet<TallySummary>(`/challenges/${challengeId}/tally/`, { signal })
}

/** Up to a thousand rows after a position. */
export function fetchTallyRows(challengeId: string, after: number, signal?: AbortSignal): Promise<TallyRows> {
  return apiGet<TallyRows>(`/challenges/${challengeId}/tally/rows/`, { query: { after }, signal })
}

/** @param gift phone as 2547XXXXXXXX @throws ApiError gift_not_listed (404) */
export function findGift(challengeId: string, gift: { receipt: string; phone: string }): Promise<FoundGift> {
  return apiPost<FoundGift>(`/challenges/${challengeId}/tally/find/`, {
    receipt: gift.receipt,
    phone_number: gift.phone,
  })
}

/** The list as a file. */
export function tallyFile(challengeId: string): string {
  return `/api/challenges/${challengeId}/tally.csv`
}
