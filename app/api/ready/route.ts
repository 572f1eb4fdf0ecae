import { contract } from '#lib/contract/all.ts'
import { checkReadiness } from '#lib/core/readiness.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { reply } from '#lib/web/endpoint/reply.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.operations.ready, {}, async () => {
    const { ready, checks } = await checkReadiness()
    return reply({ status: ready ? 'ready' : 'unavailable', checks }, { status: ready ? 200 : 503 })
  }),
})
