import { contract } from '#lib/contract/all.ts'
import { unsubscribe } from '#lib/domain/notifications/unsubscribe.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.notifications.unsubscribe,
    { rate: { points: 60, seconds: 60, by: 'network' } },
    async ({ body }) => ({ stopped: await unsubscribe(body.token, body.everything) }),
  ),
})
