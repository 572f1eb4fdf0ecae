import { contract } from '#lib/contract/all.ts'
import { APPROVERS_NEEDED, approvePayout } from '#lib/domain/payouts/approve.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.adminPayments.approvePayout, {}, async ({ params, actor, address }) => ({
    approvals: await approvePayout(actor.id, params.id, address),
    needed: APPROVERS_NEEDED,
  })),
})
