import { contract } from '#lib/contract/all.ts'
import { changeDispute } from '#lib/domain/disputes/commands.ts'
import { readDispute } from '#lib/domain/disputes/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.disputes.detail, {}, ({ params, actor }) => readDispute(params.id, actor)),
  POST: endpoint(contract.disputes.change, {}, async ({ params: { id }, body, actor: by, address }) => {
    await changeDispute({ ...body, id, by, address })
    return readDispute(id, by)
  }),
})
