import type { LeaderboardUpdate } from '#lib/contract/sockets.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import type { Channel, Entrance } from './channel.ts'
import { SharedRoom } from './shared-room.ts'

const INTERVAL_MS = 500

export class LeaderboardChannel implements Channel {
  readonly #room = new SharedRoom({
    name: 'leaderboard',
    intervalMs: INTERVAL_MS,
    read: async (): Promise<LeaderboardUpdate> => ({
      type: 'leaderboard_update',
      data: await getLeaderboard(),
    }),
  })

  topicOf(segments: readonly string[]): string | null {
    return segments.length === 1 && segments[0] === 'leaderboard' ? 'leaderboard' : null
  }

  enter(): Promise<Entrance> {
    return this.#room.enter()
  }

  refresh(): void {
    this.#room.refresh()
  }
}
