import { contract } from '#lib/contract/all.ts'
import { assignOne } from '#lib/domain/assignments/assign-by-hand.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.assignments.assignIndividual, {}, ({ body, actor, address }) =>
    assignOne({ dancerId: body.dancer_id, challengeId: body.challenge_id, by: actor, address }),
  ),
})
