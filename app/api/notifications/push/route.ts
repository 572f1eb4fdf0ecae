import { contract } from '#lib/contract/all.ts'
import { addDevice } from '#lib/domain/notifications/devices.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.notifications.addDevice,
    { rate: { points: 30, seconds: 3_600, by: 'account' } },
    async ({ actor, body }) => {
      await addDevice(actor, body)
      return {}
    },
  ),
})
