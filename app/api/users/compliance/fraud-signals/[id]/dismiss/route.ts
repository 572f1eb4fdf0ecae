import { contract } from '#lib/contract/all.ts'
import { dismissSignal } from '#lib/domain/fraud/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.dismiss, {}, ({ params, body, actor, address }) =>
    dismissSignal({ signalId: params.id, officer: actor, note: body.note, seen: body.score, address }),
  ),
})
