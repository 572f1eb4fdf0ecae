import type { ListedRow, Movement, PictureRow } from '#lib/contract/leaderboard/calls.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { getPicturedLeaderboard } from '#lib/domain/leaderboard/queries.ts'

type Order = ReadonlyMap<string, number>

export class LeaderboardMoves {
  #order: Order = new Map()
  #moves: ReadonlyMap<string, Movement> = new Map()

  /**
   * Adds each row's movement since the last change of the order; 0 for the first order and in a new month.
   */
  list(rows: readonly PictureRow[]): ListedRow[] {
    const order: Order = new Map(rows.map(({ video_id, rank }) => [video_id, rank]))
    const hasChanged =
      order.size !== this.#order.size || rows.some((row) => this.#order.get(row.video_id) !== row.rank)
    if (hasChanged) {
      const isFollowed = rows.some(({ video_id }) => this.#order.has(video_id))
      this.#moves = isFollowed ? new Map(rows.map((row) => [row.video_id, this.#moved(row)])) : new Map()
      this.#order = order
    }
    return rows.map((row) => ({ ...row, moved: this.#moves.get(row.video_id) ?? 0 }))
  }

  #moved({ video_id, rank }: PictureRow): Movement {
    const before = this.#order.get(video_id)
    return before === undefined ? 'new' : before - rank
  }
}

const seen = processSingleton('leaderboard-moves', () => new LeaderboardMoves())

export async function getListedLeaderboard(at?: Date): Promise<ListedRow[]> {
  return seen.get().list(await getPicturedLeaderboard(at))
}
