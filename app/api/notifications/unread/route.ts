import { contract } from '#lib/contract/all.ts'
import { countUnread } from '#lib/domain/notifications/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.notifications.unread, {}, async ({ actor }) => ({
    unread: await countUnread(actor.id),
  })),
})
