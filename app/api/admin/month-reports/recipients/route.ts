import { contract } from '#lib/contract/all.ts'
import { addRecipient } from '#lib/domain/accounting/recipients.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounting.addRecipient, {}, async ({ body, actor, address }) => {
    await addRecipient({ ...body, by: actor, address })
    return {}
  }),
})
