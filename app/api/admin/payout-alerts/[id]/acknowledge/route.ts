import { contract } from '#lib/contract/all.ts'
import { acknowledgeAlert } from '#lib/domain/payouts/alerts.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.adminPayments.acknowledgeAlert, {}, async ({ params, actor, address }) => {
    await acknowledgeAlert(actor.id, BigInt(params.id), address)
    return {}
  }),
})
