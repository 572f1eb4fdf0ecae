import { contract } from '#lib/contract/all.ts'
import { listSignals } from '#lib/domain/fraud/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.fraud.signals, {}, ({ query }) => listSignals(query)),
})
