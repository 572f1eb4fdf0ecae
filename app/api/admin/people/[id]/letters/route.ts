import { contract } from '#lib/contract/all.ts'
import { writeLetter } from '#lib/domain/people/write-letter.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.writeLetter, {}, ({ params, body, actor, address, idempotencyKey }) =>
    writeLetter({ id: params.id, by: actor, address, ...body, idempotencyKey }),
  ),
})
