import { contract } from '#lib/contract/all.ts'
import { resumePayouts } from '#lib/domain/payouts/alerts.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.adminPayments.resumePayouts, {}, async ({ actor, address }) => ({
    again: await resumePayouts(actor.id, address),
  })),
})
