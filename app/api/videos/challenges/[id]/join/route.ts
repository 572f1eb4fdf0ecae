import { contract } from '#lib/contract/all.ts'
import { joinChallenge } from '#lib/domain/subscriptions/join.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.challenges.join,
    { rate: { points: 10, seconds: 60, by: 'account' } },
    ({ params, body, actor, address }) =>
      joinChallenge({
        challengeId: params.id,
        dancerId: actor.id,
        phone: body.phone_number,
        isRetry: body.retry_payment ?? false,
        shownFee: body.shown_fee,
        address,
      }),
  ),
})
