import { contract } from '#lib/contract/all.ts'
import { proposeReversal } from '#lib/domain/cash/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.cash.reverse, {}, ({ params, body, actor, address, idempotencyKey }) =>
    proposeReversal({ id: params.id, note: body.note, by: actor, address, idempotencyKey }),
  ),
})
