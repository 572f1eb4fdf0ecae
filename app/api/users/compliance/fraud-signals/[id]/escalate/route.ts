import { contract } from '#lib/contract/all.ts'
import { escalateSignal } from '#lib/domain/fraud/commands.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.escalate, {}, ({ params, body, actor, address }) =>
    escalateSignal({ signalId: params.id, officer: actor, note: body.note, address }),
  ),
})
