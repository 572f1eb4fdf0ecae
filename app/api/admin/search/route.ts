import { contract } from '#lib/contract/all.ts'
import { searchDesk } from '#lib/domain/overview/search.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.admin.search, {}, ({ query }) => searchDesk(query.q)),
})
