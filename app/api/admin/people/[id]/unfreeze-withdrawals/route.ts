import { contract } from '#lib/contract/all.ts'
import { unfreezeWithdrawals } from '#lib/domain/people/freeze-withdrawals.ts'
import { viewPerson } from '#lib/domain/people/person-view.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.unfreezeWithdrawals, {}, async ({ params, body, actor, address }) => {
    await unfreezeWithdrawals({ id: params.id, reason: body.reason, by: actor, address })
    return viewPerson(params.id, actor.id)
  }),
})
