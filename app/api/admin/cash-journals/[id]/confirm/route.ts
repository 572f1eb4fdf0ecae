import { contract } from '#lib/contract/all.ts'
import { confirmCash } from '#lib/domain/cash/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.cash.confirm, {}, ({ params, actor, address }) =>
    confirmCash({ id: params.id, by: actor, address }),
  ),
})
