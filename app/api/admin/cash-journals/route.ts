import { contract } from '#lib/contract/all.ts'
import { proposeCash } from '#lib/domain/cash/commands.ts'
import { listCashJournals } from '#lib/domain/cash/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.cash.journals, {}, ({ query, actor }) => listCashJournals(query, actor.id)),
  POST: endpoint(contract.cash.propose, {}, ({ body, actor, address, idempotencyKey }) =>
    proposeCash({ ...body, by: actor, address, idempotencyKey }),
  ),
})
