import { contract } from '#lib/contract/all.ts'
import { markRead } from '#lib/domain/notifications/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.notifications.read, {}, async ({ actor, body }) => ({
    unread: await markRead(actor.id, body.ids),
  })),
})
