import { contract } from '#lib/contract/all.ts'
import { assignTracksByHand } from '#lib/domain/assignments/assign-by-hand.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.assignments.assignIndividual, {}, ({ body, actor, address }) =>
    assignTracksByHand({ dancerId: body.dancer_id, challengeId: body.challenge_id, by: actor, address }),
  ),
})
