import { contract } from '#lib/contract/all.ts'
import { requestTest } from '#lib/domain/notifications/devices.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.notifications.testPush,
    { rate: { points: 10, seconds: 3_600, by: 'account' } },
    async ({ actor, body }) => {
      await requestTest(actor.id, body.endpoint)
      return {}
    },
  ),
})
