import { contract } from '#lib/contract/all.ts'
import { getSignal } from '#lib/domain/fraud/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.fraud.detail, {}, ({ params, actor }) => getSignal(params.id, actor.id)),
})
