import type { GivenSystemWalletsUpdate } from '#lib/contract/sockets.ts'
import { listSystemWallets } from '#lib/domain/ledger/system-wallets.ts'
import type { Channel, Entrance, Refusal } from './channel.ts'
import { actorOf, type SessionSockets } from './sessions.ts'
import { SharedRoom } from './shared-room.ts'

/** Every payment changes the system's wallets. */
const INTERVAL_MS = 1_000

/** `/ws/system-wallets/?token=` sends the system's balances to super admins. */
export class SystemWalletsChannel implements Channel {
  readonly #sessions: SessionSockets
  readonly #room = new SharedRoom({
    name: 'system wallets',
    intervalMs: INTERVAL_MS,
    read: async (): Promise<GivenSystemWalletsUpdate> => ({
      type: 'system_wallets_update',
      data: await listSystemWallets(),
    }),
  })

  constructor(sessions: SessionSockets) {
    this.#sessions = sessions
  }

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'system-wallets' ? 'system-wallets' : null
  }

  async enter(_topic: string, token: string): Promise<Entrance | Refusal> {
    const actor = await actorOf(token)
    if (!actor) return 'unauthenticated'
    if (actor.role !== 'super_admin') return 'forbidden'
    return this.#sessions.guard(await this.#room.enter(), actor)
  }

  refresh(): void {
    this.#room.refresh()
  }
}
