import { ApiError, api } from '#lib/client/http/api.ts'
import { answeredInTime } from './answer-limit.ts'
import { type OpenGift, readOpenGift } from './open-gift.ts'
import type { WaitingGift } from './waiting-gift.ts'

/** What was asked for. */
type Asked = Pick<WaitingGift, 'request' | 'quantity' | 'phone'>

/**
 * The gift whose prompt is on that phone already, where this is why another one was refused. It may be for another video, so it
 * is described by what is known of it, and says what was not ordered.
 * @returns null where something else is why, or the gift can not be read
 */
export async function findOpenGift(error: unknown, asked: Asked): Promise<OpenGift | null> {
  const id = openGiftId(error)
  if (id === null) return null
  const stored = readOpenGift()
  const found = stored?.id === id ? stored : await readGift(id, asked).catch(() => null)
  return found && besides(found, asked)
}

/** The open gift as it is shown to who has asked for this one, which may be the same. */
export function besides(open: OpenGift, { request, quantity, phone }: Asked): OpenGift {
  const { title } = request
  if (open.videoId !== request.videoId || open.quantity !== quantity)
    return { ...open, notOrdered: { title, quantity } }
  return { ...open, notOrdered: open.phone === phone ? undefined : { title, quantity, phone } }
}

async function readGift(id: string, { request, phone }: Asked): Promise<OpenGift> {
  const gift = await answeredInTime((signal) => api('GET /gifts/{id}/', { path: { id }, signal }))
  const { video_id: videoId, video_title: title, vote_count: quantity } = gift
  // A gift does not tell its dancer.
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
