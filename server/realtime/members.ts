import type { MemberMessage } from '#lib/contract/sockets.ts'
import type { SubscriptionPaymentStatus } from '#lib/contract/subscriptions/calls.ts'
import { log } from '#lib/core/log.ts'
import { Throttle } from '#lib/core/throttle.ts'
import { countAssignedTracks } from '#lib/domain/assignments/queries.ts'
import { countUnreadOf } from '#lib/domain/notifications/queries.ts'
import { dancersOfPayments, readPaymentStatuses } from '#lib/domain/subscriptions/queries.ts'
import type { Channel, Entrance, Refusal } from './channel.ts'
import { textFrame } from './frame.ts'
import { OwnRooms } from './own-rooms.ts'
import { actorOf, type SessionSockets } from './sessions.ts'

type MemberState = {
  readonly paymentStatus: SubscriptionPaymentStatus
  readonly tracks: number
  /** Unread notifications. */
  readonly unread: number
}

/** Least time between two reads. Payments are frequent, but nearly all are gifts. */
const INTERVAL_MS = 100

/** `/ws/me/?token=` sends a member's state while the session lives. */
export class MemberChannel implements Channel {
  readonly #sessions: SessionSockets
  readonly #rooms = new OwnRooms<MemberState>({
    name: 'members',
    intervalMs: INTERVAL_MS,
    read: readStates,
    isNews: (state, known) => messagesOf(state, known).length > 0,
    frameOf,
  })
  readonly #payments = new Set<string>()
  readonly #throttle = new Throttle(INTERVAL_MS, () => this.#findPayers())

  constructor(sessions: SessionSockets) {
    this.#sessions = sessions
  }

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'me' ? 'me' : null
  }

  async enter(_topic: string, token: string): Promise<Entrance | Refusal | null> {
    const actor = await actorOf(token)
    if (!actor) return 'unauthenticated'
    const entrance = await this.#rooms.enter(actor.id)
    return entrance && this.#sessions.guard(entrance, actor)
  }

  receive(userIds: readonly string[]): void {
    this.#rooms.receive(userIds)
  }

  /** Looks for members' subscriptions among payments. */
  receivePayments(intentIds: readonly string[]): void {
    if (this.#rooms.isEmpty) return
    for (const id of intentIds) this.#payments.add(id)
    this.#throttle.touch()
  }

  refresh(): void {
    this.#rooms.refresh()
  }

  #findPayers(): void {
    const intentIds = [...this.#payments]
    this.#payments.clear()
    if (this.#rooms.isEmpty) return
    dancersOfPayments(intentIds)
      .then((dancerIds) => this.receive(dancerIds))
      .catch((error: Error) => log.warn({ err: error.message }, 'members wait for their payments'))
  }
}

async function readStates(userIds: readonly string[]): Promise<Map<string, MemberState>> {
  const [statuses, tracks, unread] = await Promise.all([
    readPaymentStatuses(userIds),
    countAssignedTracks(userIds),
    countUnreadOf(userIds),
  ])
  return new Map(
    userIds.map((id) => [
      id,
      {
        paymentStatus: statuses.get(id) ?? 'none',
        tracks: tracks.get(id) ?? 0,
        unread: unread.get(id) ?? 0,
      },
    ]),
  )
}

function messagesOf(state: MemberState, known: MemberState | undefined): MemberMessage[] {
  const messages: MemberMessage[] = []
  if (state.paymentStatus !== known?.paymentStatus)
    messages.push({ type: 'subscription_update', payment_status: state.paymentStatus })
  if (state.tracks !== known?.tracks) messages.push({ type: 'tracks_assigned', count: state.tracks })
  if (state.unread !== known?.unread) messages.push({ type: 'notifications_unread', count: state.unread })
  return messages
}

/** Joins all messages about a change into one write. */
function frameOf(state: MemberState, known: MemberState | undefined): Buffer {
  return Buffer.concat(messagesOf(state, known).map((message) => textFrame(JSON.stringify(message))))
}
