import { contract } from '#lib/contract/all.ts'
import { listNotifications } from '#lib/domain/notifications/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.notifications.list, {}, ({ actor, query }) => listNotifications(actor.id, query)),
})
