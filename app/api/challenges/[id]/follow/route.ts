import { contract } from '#lib/contract/all.ts'
import { followResult } from '#lib/domain/notifications/followers.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.notifications.followResult,
    { rate: { points: 20, seconds: 3_600, by: 'address', wellFormedOnly: true } },
    async ({ params, body }) => ({ state: await followResult(params.id, body) }),
  ),
})
