import { contract } from '#lib/contract/all.ts'
import { followResult } from '#lib/domain/notifications/followers.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { followTries } from '#lib/web/notifications/follow-tries.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.notifications.followResult, { rate: followTries }, async ({ params, body }) => ({
    state: await followResult(params.id, body),
  })),
})
