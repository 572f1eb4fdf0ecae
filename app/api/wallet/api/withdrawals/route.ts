import { contract } from '#lib/contract/all.ts'
import { listWithdrawals } from '#lib/domain/payouts/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.wallets.withdrawals, {}, ({ actor }) => listWithdrawals(actor.id)),
})
