import { contract } from '#lib/contract/all.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { methods } from '#lib/web/methods.ts'
import { publicRead } from '#lib/web/public-reads.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicRead(contract.challenges.leaderboard, {
    changesWith: ['votes', 'videos', 'challenge'],
    read: () => getLeaderboard(),
  }),
})

// Spares the hot path the proxy in which Next otherwise wraps each request.
export const dynamic = 'force-dynamic'
