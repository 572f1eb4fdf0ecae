import type { WalletUpdate } from '#lib/contract/sockets.ts'
import { log } from '#lib/core/log.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { presentWallet, readWalletBooks, type WalletBook, walletMoved } from '#lib/domain/wallets/book.ts'
import { ownersOfVideos } from '#lib/domain/wallets/queries.ts'
import type { Channel, Entrance, Refusal } from './channel.ts'
import { textFrame } from './frame.ts'
import { OwnRooms } from './own-rooms.ts'
import { actorOf, type SessionSockets } from './sessions.ts'

/** Hundreds of gifts arrive together, and each changes two wallets. */
const INTERVAL_MS = 500
/** Least time between two reads of videos' owners. */
const VIDEOS_MS = 250

/** `/ws/wallet/?token=` sends a dancer's or musician's wallet. */
export class WalletChannel implements Channel {
  readonly #sessions: SessionSockets
  readonly #rooms = new OwnRooms<WalletBook>({
    name: 'wallets',
    intervalMs: INTERVAL_MS,
    read: readWalletBooks,
    isNews: (book, known) => walletMoved(known, book),
    frameOf,
  })
  readonly #videos = new Set<string>()
  readonly #throttle = new Throttle(VIDEOS_MS, () => this.#findOwners())

  constructor(sessions: SessionSockets) {
    this.#sessions = sessions
  }

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'wallet' ? 'wallet' : null
  }

  async enter(_topic: string, token: string): Promise<Entrance | Refusal | null> {
    const actor = await actorOf(token)
    if (!actor) return 'unauthenticated'
    if (actor.role !== 'dancer' && actor.role !== 'copyright_owner') return 'forbidden'
    const entrance = await this.#rooms.enter(actor.id)
    return entrance && this.#sessions.guard(entrance, actor)
  }

  receive(userIds: readonly string[]): void {
    this.#rooms.receive(userIds)
  }

  receiveVotes(updates: readonly { video_id: string }[]): void {
    if (this.#rooms.isEmpty) return
    for (const { video_id } of updates) this.#videos.add(video_id)
    this.#throttle.touch()
  }

  refresh(): void {
    this.#rooms.refresh()
  }

  #findOwners(): void {
    const videoIds = [...this.#videos]
    this.#videos.clear()
    if (this.#rooms.isEmpty) return
    ownersOfVideos(videoIds)
      .then((ownerIds) => this.receive(ownerIds))
      .catch((error: Error) => log.warn({ err: error.message }, 'wallets wait for their gifts'))
  }
}

function frameOf(book: WalletBook): Buffer {
  const update: WalletUpdate = { type: 'wallet_update', data: presentWallet(book) }
  return textFrame(JSON.stringify(update))
}
