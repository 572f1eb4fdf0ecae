import { contract } from '#lib/contract/all.ts'
import { viewPayer } from '#lib/domain/people/payer-view.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.payer, {}, ({ params }) => viewPayer(params.key)),
})
