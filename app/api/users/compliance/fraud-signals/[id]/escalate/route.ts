import { contract } from '#lib/contract/all.ts'
import { escalateSignal } from '#lib/domain/fraud/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.escalate, {}, ({ params, body, actor, address }) =>
    escalateSignal({ signalId: params.id, officer: actor, note: body.note, address }),
  ),
})
