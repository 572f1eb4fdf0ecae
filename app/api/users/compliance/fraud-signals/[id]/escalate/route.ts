import { contract } from '#lib/contract/all.ts'
import { takeSignalDecision } from '#lib/domain/decisions/take.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.escalate, {}, ({ params, body, actor: officer, address }) =>
    takeSignalDecision({ ...body, signalId: params.id, action: 'reject', officer, address }),
  ),
})
