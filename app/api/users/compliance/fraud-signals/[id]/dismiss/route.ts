import { contract } from '#lib/contract/all.ts'
import { takeSignalDecision } from '#lib/domain/decisions/take.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.fraud.dismiss,
    {},
    ({ params, body: { score: seen, ...body }, actor: officer, address }) =>
      takeSignalDecision({ ...body, seen, signalId: params.id, action: 'approve', officer, address }),
  ),
})
