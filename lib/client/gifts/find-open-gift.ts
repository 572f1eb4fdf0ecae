import { ApiError, api } from '#lib/client/http/api.ts'
import { answeredInTime } from './answer-limit.ts'
import { type OpenGift, readOpenGift } from './open-gift.ts'
import type { WaitingGift } from './waiting-gift.ts'

type Asked = Pick<WaitingGift, 'request' | 'quantity' | 'phone'>

/**
 * Returns the gift whose prompt is already on that phone, if the server refused another because of it.
 * @returns null for other reasons or an unreadable gift
 */
export async function findOpenGift(error: unknown, asked: Asked): Promise<OpenGift | null> {
  const id = openGiftId(error)
  if (id === null) return null
  const stored = readOpenGift()
  const found = stored?.id === id ? stored : await readGift(id, asked).catch(() => null)
  return found && besides(found, asked)
}

/** Adds the requested gift that was not ordered. */
export function besides(open: OpenGift, { request, quantity, phone }: Asked): OpenGift {
  const { title } = request
  if (open.videoId !== request.videoId || open.quantity !== quantity)
    return { ...open, notOrdered: { title, quantity } }
  return { ...open, notOrdered: open.phone === phone ? undefined : { title, quantity, phone } }
}

async function readGift(id: string, { request, phone }: Asked): Promise<OpenGift> {
  const gift = await answeredInTime((signal) => api('GET /gifts/{id}/', { path: { id }, signal }))
  const { video_id: videoId, video_title: title, vote_count: quantity } = gift
  // The API's gift does not name the dancer.
  const dancer = videoId === request.videoId ? request.dancer : ''
  return { id, videoId, title, dancer, quantity, phone, startedAt: Date.now() }
}

function openGiftId(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'gift_id' in data && typeof data.gift_id === 'string'
    ? data.gift_id
    : null
}
