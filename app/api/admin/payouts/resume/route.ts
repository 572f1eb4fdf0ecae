import { contract } from '#lib/contract/all.ts'
import { resumePayouts } from '#lib/domain/payouts/alerts.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.adminPayments.resumePayouts, {}, async ({ actor, address }) => ({
    again: await resumePayouts(actor.id, address),
  })),
})
