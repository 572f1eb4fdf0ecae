import { contract } from '#lib/contract/all.ts'
import { getSignal } from '#lib/domain/fraud/queries.ts'
import { decideSignalAction } from '#lib/domain/rings/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.decide, {}, async ({ params, body, actor: by, address }) => {
    const { id: signalId, action_id: actionId } = params
    await decideSignalAction({ ...body, signalId, actionId, by, address })
    return getSignal(signalId, by.id)
  }),
})
