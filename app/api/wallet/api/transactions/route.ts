import { contract } from '#lib/contract/all.ts'
import { listTransactions } from '#lib/domain/wallets/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.wallets.transactions, {}, ({ query, actor }) => listTransactions(actor.id, query)),
})
