import { contract } from '#lib/contract/all.ts'
import { noteDispute } from '#lib/domain/disputes/commands.ts'
import { readDispute } from '#lib/domain/disputes/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.disputes.note, {}, async ({ params: { id }, body, actor: by, address }) => {
    await noteDispute({ ...body, id, by, address })
    return readDispute(id, by)
  }),
})
