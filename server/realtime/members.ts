import type { MemberMessage } from '#lib/contract/sockets.ts'
import type { SubscriptionPaymentStatus } from '#lib/contract/subscriptions.ts'
import { log } from '#lib/core/log.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { findActor, readLiveSessions } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { countAssignedTracks } from '#lib/domain/assignments/queries.ts'
import { dancersOfPayments, readPaymentStatuses } from '#lib/domain/subscriptions/queries.ts'
import type { Channel, Entrance } from './channel.ts'
import { textFrame } from './frame.ts'
import { Pace } from './pace.ts'
import type { Reader } from './reader.ts'
import { Room } from './rooms.ts'

/** What a member's pages show of their own. */
type MemberState = { readonly paymentStatus: SubscriptionPaymentStatus; readonly tracks: number }

/** Payments are looked up together, so often at most: nearly all of them are gifts. */
const PAYMENTS_MS = 100
const POLICY_VIOLATION = 1008

/** `/ws/me/?token=`: what is the member's own, for as long as their session lives. */
export class MemberChannel implements Channel {
  /** By user. */
  readonly #rooms = new Map<string, Room<MemberState>>()
  readonly #sessions = new Map<string, Set<Reader>>()
  /** Users who have to be looked at anew. */
  readonly #outdated = new Set<string>()
  readonly #payments = new Set<string>()
  readonly #pace = new Pace(PAYMENTS_MS, () => this.#findPayers())
  #reading: Promise<void> | undefined

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'me' ? 'me' : null
  }

  async enter(_topic: string, token: string): Promise<Entrance | 'unauthenticated'> {
    const actor = await actorOf(token)
    if (!actor) return 'unauthenticated'
    const room = this.#rooms.get(actor.id) ?? this.#open(actor.id)
    room.expect()
    try {
      this.#outdated.add(actor.id)
      while (room.state === undefined) await this.#read()
    } catch (error) {
      room.release()
      throw error
    }
    return {
      join: (reader) => {
        room.join(reader)
        this.#remember(actor.sessionId, reader)
      },
      release: () => room.release(),
    }
  }

  /** Something of these users' own has changed. */
  receive(userIds: readonly string[]): void {
    const watched = userIds.filter((id) => this.#rooms.has(id))
    if (watched.length === 0) return
    for (const id of watched) this.#outdated.add(id)
    this.#readLater()
  }

  /** Payments have moved: one may be a member's subscription. */
  receivePayments(changes: readonly { intent_id: string }[]): void {
    if (this.#rooms.size === 0) return
    for (const { intent_id } of changes) this.#payments.add(intent_id)
    this.#pace.touch()
  }

  refresh(): void {
    this.receive([...this.#rooms.keys()])
  }

  /** Closes the sockets of sessions that have ended. */
  checkSessions(): void {
    if (this.#sessions.size === 0) return
    this.#closeEnded().catch((error: Error) => log.warn({ err: error.message }, 'sessions are not checked'))
  }

  async #closeEnded(): Promise<void> {
    const asked = [...this.#sessions.keys()]
    const alive = await readLiveSessions(asked)
    for (const id of asked)
      if (!alive.has(id))
        for (const reader of this.#sessions.get(id) ?? [])
          reader.close(POLICY_VIOLATION, 'The session has ended')
  }

  #remember(sessionId: string, reader: Reader): void {
    const readers = this.#sessions.get(sessionId) ?? new Set()
    this.#sessions.set(sessionId, readers.add(reader))
    reader.on('close', () => {
      readers.delete(reader)
      if (readers.size === 0 && this.#sessions.get(sessionId) === readers) this.#sessions.delete(sessionId)
    })
  }

  #open(userId: string): Room<MemberState> {
    const room: Room<MemberState> = new Room({
      frameOf,
      onEmpty: () => {
        if (this.#rooms.get(userId) === room) this.#rooms.delete(userId)
      },
    })
    this.#rooms.set(userId, room)
    return room
  }

  #findPayers(): void {
    const intentIds = [...this.#payments]
    this.#payments.clear()
    if (this.#rooms.size === 0) return
    dancersOfPayments(intentIds)
      .then((dancerIds) => this.receive(dancerIds))
      .catch((error: Error) => log.warn({ err: error.message }, 'members wait for their payments'))
  }

  #readLater(): void {
    this.#read().catch((error: Error) => log.warn({ err: error.message }, 'members wait'))
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOutdated().finally(() => {
      this.#reading = undefined
      // Came between the last look and this.
      if (this.#outdated.size > 0) this.#readLater()
    })
    return this.#reading
  }

  async #readOutdated(): Promise<void> {
    while (this.#outdated.size > 0) {
      const ids = [...this.#outdated]
      this.#outdated.clear()
      const [statuses, tracks] = await Promise.all([readPaymentStatuses(ids), countAssignedTracks(ids)])
      for (const id of ids) {
        const room = this.#rooms.get(id)
        const state = { paymentStatus: statuses.get(id) ?? 'none', tracks: tracks.get(id) ?? 0 }
        if (room && messagesOf(state, room.state).length > 0) room.publish(state)
      }
    }
  }
}

async function actorOf(token: string): Promise<Actor | null> {
  const claims = await readAccessToken(token)
  const actor = claims ? await findActor(claims.sessionId) : null
  return actor?.id === claims?.userId ? actor : null
}

/** What is new to somebody who knows `known`. */
function messagesOf(state: MemberState, known: MemberState | undefined): MemberMessage[] {
  const messages: MemberMessage[] = []
  if (state.paymentStatus !== known?.paymentStatus)
    messages.push({ type: 'subscription_update', payment_status: state.paymentStatus })
  if (state.tracks !== known?.tracks) messages.push({ type: 'tracks_assigned', count: state.tracks })
  return messages
}

/** Frames follow each other on the wire, so several messages are one write. */
function frameOf(state: MemberState, known: MemberState | undefined): Buffer {
  return Buffer.concat(messagesOf(state, known).map((message) => textFrame(JSON.stringify(message))))
}
