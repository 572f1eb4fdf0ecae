import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { readGifts } from '#lib/domain/gifts/queries.ts'
import type { Channel } from './channel.ts'
import { textFrame } from './frame.ts'
import { OwnRooms } from './own-rooms.ts'
import type { Reader } from './reader.ts'
import type { Room } from './rooms.ts'

/** Least time between two reads. */
const INTERVAL_MS = 100

/** A final gift (counted or refunded) is not read again. */
type GiftState = { readonly frame: Buffer; readonly isFinal: boolean }

/**
 * `/ws/gifts/{giftId}/` sends the answer of `GET /gifts/{id}/` on joining and after each change; the
 * unguessable id is enough. A page with another socket sends `watch_gift` there instead.
 */
export class GiftsChannel implements Channel {
  readonly #rooms = new OwnRooms<GiftState>({
    name: 'gifts',
    intervalMs: INTERVAL_MS,
    read: (giftIds, known) => readStates(giftIds.filter((id) => !known.get(id)?.isFinal)),
    isNews: (state, known) => !known?.frame.equals(state.frame),
    frameOf: ({ frame }) => frame,
  })

  topicOf(segments: readonly string[]): string | null {
    const [name, id, ...more] = segments
    return name === 'gifts' && id && isUuid(id) && more.length === 0 ? id.toLowerCase() : null
  }

  enter(giftId: string): Promise<Room<GiftState> | null> {
    return this.#rooms.enter(giftId)
  }

  /** Adds a reader of another channel to a gift's room. Ignores an unknown gift. */
  watch(reader: Reader, giftId: string): void {
    if (!isUuid(giftId)) return
    this.enter(giftId.toLowerCase()).then(
      (room) => {
        room?.joinAlso(reader)
        room?.release()
      },
      (error: Error) => log.warn({ err: error.message }, 'a gift cannot be read'),
    )
  }

  receive(intentIds: readonly string[]): void {
    this.#rooms.receive(intentIds)
  }

  refresh(): void {
    this.#rooms.refresh()
  }
}

async function readStates(giftIds: readonly string[]): Promise<Map<string, GiftState>> {
  if (giftIds.length === 0) return new Map()
  const gifts = await readGifts(giftIds)
  return new Map(
    gifts.map((gift) => {
      const frame = textFrame(JSON.stringify({ type: 'gift_update', data: gift }))
      return [gift.id, { frame, isFinal: gift.status === 'completed' || gift.status === 'refunded' }]
    }),
  )
}
