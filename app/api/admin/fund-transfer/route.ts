import { contract } from '#lib/contract/all.ts'
import { requestTransfer } from '#lib/domain/transfers/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { reply } from '#lib/web/endpoint/reply.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.admin.transfer, {}, async ({ body, actor, address, idempotencyKey }) => {
    const transfer = await requestTransfer({ ...body, by: actor, address, idempotencyKey })
    return reply(transfer, { status: transfer.status === 'waiting' ? 202 : 200 })
  }),
})
