import { contract } from '#lib/contract/all.ts'
import { getCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { methods } from '#lib/web/methods.ts'
import { publicRead } from '#lib/web/public-reads.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicRead(contract.challenges.current, {
    changesWith: ['challenge'],
    read: () => getCurrentChallenge(),
  }),
})

// Spares the hot path the proxy in which Next otherwise wraps each request.
export const dynamic = 'force-dynamic'
