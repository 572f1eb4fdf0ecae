import { contract } from '#lib/contract/all.ts'
import { moveDates } from '#lib/domain/royalties/move-dates.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint(contract.challenges.moveDates, {}, ({ params, body, actor, address }) =>
    moveDates({ challengeId: params.id, dates: body, by: actor, address }),
  ),
})
