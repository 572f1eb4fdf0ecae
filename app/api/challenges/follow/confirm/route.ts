import { contract } from '#lib/contract/all.ts'
import { confirmFollow } from '#lib/domain/notifications/followers.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.notifications.confirmFollow,
    { rate: { points: 60, seconds: 60, by: 'network' } },
    async ({ body }) => ({ challenge: await confirmFollow(body.token) }),
  ),
})
