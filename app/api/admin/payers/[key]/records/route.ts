import { contract } from '#lib/contract/all.ts'
import { listPayerRecords } from '#lib/domain/people/records.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.payerRecords, {}, ({ params, query }) => listPayerRecords(params.key, query)),
})
