import { contract } from '#lib/contract/all.ts'
import { readCashPosition } from '#lib/domain/cash/position.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.cash.position, {}, () => readCashPosition()),
})
