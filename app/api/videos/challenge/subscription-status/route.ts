import { contract } from '#lib/contract/all.ts'
import { getSubscriptionState } from '#lib/domain/subscriptions/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.challenges.subscriptionStatus, {}, ({ actor }) => getSubscriptionState(actor.id)),
})
