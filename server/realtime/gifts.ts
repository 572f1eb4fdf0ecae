import { isUuid } from '#lib/core/ids.ts'
import { log } from '#lib/core/log.ts'
import { readGifts } from '#lib/domain/gifts/queries.ts'
import type { Channel } from './channel.ts'
import { textFrame } from './frame.ts'
import type { Reader } from './reader.ts'
import { Room } from './rooms.ts'

/** Gifts that change or are asked for within this time are read together. */
const TOGETHER_MS = 20
/** After a read of Postgres that failed. */
const AGAIN_MS = 1_000

type GiftRoom = {
  // All readers are told the same, so the frame itself is the state.
  readonly room: Room<Buffer>
  /** A gift that counts or was sent back changes no more, so it is not read again. */
  isFinal: boolean
}

/**
 * `/ws/gifts/{giftId}/` sends a gift as `GET /gifts/{id}/` answers it: on joining, then whenever it changes. Like that call it is
 * open to anybody with the gift's unguessable id. A page that has another socket open watches a gift by a message on that one.
 */
export class GiftsChannel implements Channel {
  readonly #rooms = new Map<string, GiftRoom>()
  readonly #outdated = new Set<string>()
  /** The read that has not begun, of all that is outdated by then. */
  #next: Promise<void> | undefined
  #running: Promise<void> = Promise.resolve()

  topicOf(segments: readonly string[]): string | null {
    const [name, id, ...more] = segments
    return name === 'gifts' && id && isUuid(id) && more.length === 0 ? id.toLowerCase() : null
  }

  async enter(giftId: string): Promise<Room<Buffer> | null> {
    const { room } = this.#rooms.get(giftId) ?? this.#open(giftId)
    room.expect()
    try {
      if (room.state === undefined) await this.#read([giftId])
    } catch (error) {
      room.release()
      throw error
    }
    if (room.state !== undefined) return room
    room.release()
    return null
  }

  /** Lets a reader of another channel watch a gift too. One that nobody knows is told nothing. */
  watch(reader: Reader, giftId: string): void {
    if (!isUuid(giftId)) return
    this.enter(giftId.toLowerCase()).then(
      (room) => {
        if (!room) return
        room.joinAlso(reader)
        room.release()
      },
      (error: Error) => log.warn({ err: error.message }, 'a gift cannot be read'),
    )
  }

  /** Handles payments that have changed; those that nobody watches are skipped. */
  receive(intentIds: readonly string[]): void {
    this.#reread(intentIds.filter((id) => this.#rooms.has(id)))
  }

  /** Reads every gift again that somebody watches and that may still change. */
  refresh(): void {
    this.#reread([...this.#rooms].filter(([, { isFinal }]) => !isFinal).map(([id]) => id))
  }

  #reread(giftIds: readonly string[]): void {
    if (giftIds.length === 0) return
    this.#read(giftIds).catch((error: Error) => {
      log.warn({ err: error.message }, 'gifts wait')
      setTimeout(() => this.receive(giftIds), AGAIN_MS)
    })
  }

  /** Reads gifts after this moment, and tells what has changed. Reads follow each other, so that a later one is newer. */
  #read(giftIds: readonly string[]): Promise<void> {
    for (const id of giftIds) this.#outdated.add(id)
    this.#next ??= this.#readSoon()
    return this.#next
  }

  async #readSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
    await this.#running.catch(() => undefined)
    this.#next = undefined
    const ids = [...this.#outdated]
    this.#outdated.clear()
    this.#running = this.#readNow(ids)
    await this.#running
  }

  async #readNow(giftIds: readonly string[]): Promise<void> {
    for (const gift of await readGifts(giftIds)) {
      const found = this.#rooms.get(gift.id)
      if (!found) continue
      found.isFinal = gift.status === 'completed' || gift.status === 'refunded'
      const frame = textFrame(JSON.stringify({ type: 'gift_update', data: gift }))
      if (!found.room.state?.equals(frame)) found.room.publish(frame)
    }
  }

  #open(giftId: string): GiftRoom {
    const onEmpty = () => {
      if (this.#rooms.get(giftId) === opened) this.#rooms.delete(giftId)
    }
    const opened = { room: new Room<Buffer>({ frameOf: (frame) => frame, onEmpty }), isFinal: false }
    this.#rooms.set(giftId, opened)
    return opened
  }
}
