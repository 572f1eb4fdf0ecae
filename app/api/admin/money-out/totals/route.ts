import { contract } from '#lib/contract/all.ts'
import { sumMoneyOut } from '#lib/domain/money-out/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.adminPayments.moneyOutTotals, {}, ({ query }) => sumMoneyOut(query)),
})
