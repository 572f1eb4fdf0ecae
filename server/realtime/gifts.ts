import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { readGifts } from '#lib/domain/gifts/queries.ts'
import type { Channel } from './channel.ts'
import { textFrame } from './frame.ts'
import { OwnRooms } from './own-rooms.ts'
import type { Reader } from './reader.ts'
import type { Room } from './rooms.ts'

/** Least milliseconds between two reads of changed gifts. */
const INTERVAL_MS = 100

/** A final gift is counted or refunded. It changes no more, so the channel does not read it again. */
type GiftState = { readonly frame: Buffer; readonly isFinal: boolean }

/**
 * `/ws/gifts/{giftId}/` sends the answer of `GET /gifts/{id}/` when a reader joins, and after each change. Like that call it needs
 * only the gift's unguessable id. A page with another open socket watches its gift on that socket, by a `watch_gift` message.
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

  /** Adds a reader of another channel to a gift's room. An unknown gift is ignored. */
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

  /** Handles changed payments; those that nobody watches are skipped. */
  receive(intentIds: readonly string[]): void {
    this.#rooms.receive(intentIds)
  }

  /** Reads every watched gift again that can still change. */
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
