import { contract } from '#lib/contract/all.ts'
import { dismissSignal } from '#lib/domain/fraud/commands.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.dismiss, {}, ({ params, body, actor, address }) =>
    dismissSignal({ signalId: params.id, officer: actor, note: body.note, address }),
  ),
})
