import { contract } from '#lib/contract/all.ts'
import { retryDeadLetter } from '#lib/domain/health/dead-letters.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.health.retryDeadLetter, {}, ({ params, actor, address }) =>
    retryDeadLetter({ deadLetterId: params.id, by: actor, address }),
  ),
})
