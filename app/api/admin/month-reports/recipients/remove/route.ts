import { contract } from '#lib/contract/all.ts'
import { removeRecipient } from '#lib/domain/accounting/recipients.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounting.removeRecipient, {}, async ({ body, actor, address }) => {
    await removeRecipient({ ...body, by: actor, address })
    return {}
  }),
})
