import { contract } from '#lib/contract/all.ts'
import { publicPushKey } from '#lib/domain/notifications/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.notifications.pushKey, {}, () => ({ public_key: publicPushKey() })),
})
