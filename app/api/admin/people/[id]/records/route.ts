import { contract } from '#lib/contract/all.ts'
import { listPersonRecords } from '#lib/domain/people/records.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.personRecords, {}, ({ params, query }) => listPersonRecords(params.id, query)),
})
