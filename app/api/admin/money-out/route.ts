import { contract } from '#lib/contract/all.ts'
import { listMoneyOut } from '#lib/domain/money-out/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.moneyOut, {}, ({ query }) => listMoneyOut(query)),
})
