import { contract } from '#lib/contract/all.ts'
import { moveByHand } from '#lib/domain/royalties/move-by-hand.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.challenges.movePhase, {}, ({ params, body, actor, address }) =>
    moveByHand({ challengeId: params.id, phase: body.phase, by: actor, address }),
  ),
})
