import { contract } from '#lib/contract/all.ts'
import { removeDevice } from '#lib/domain/notifications/devices.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.notifications.removeDevice, {}, async ({ body }) => {
    await removeDevice(body.endpoint)
    return {}
  }),
})
