import { contract } from '#lib/contract/all.ts'
import { assignTracksToAllByHand } from '#lib/domain/assignments/assign-by-hand.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.assignments.bulkAssign, {}, ({ actor, address }) =>
    assignTracksToAllByHand({ by: actor, address }),
  ),
})
