import { contract } from '#lib/contract/all.ts'
import { moveByHand } from '#lib/domain/royalties/move-by-hand.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.challenges.movePhase, {}, ({ params, body, actor, address }) =>
    moveByHand({ challengeId: params.id, phase: body.phase, by: actor, address }),
  ),
})
