import { contract } from '#lib/contract/all.ts'
import { openDispute } from '#lib/domain/disputes/commands.ts'
import { listDisputes, readDispute } from '#lib/domain/disputes/queries.ts'
import { phoneOfPayer } from '#lib/domain/people/payer-view.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

const origin = 'desk' as const
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.disputes.list, {}, ({ query, actor }) => listDisputes(query, actor)),
  POST: endpoint(contract.disputes.openAtDesk, {}, async ({ body, actor: by, address, idempotencyKey }) => {
    const { phone_number, payer, ...said } = body
    const phone = phone_number || (payer ? await phoneOfPayer(payer) : '')
    const order = { ...said, phone, origin, by, address, idempotencyKey }
    return readDispute(await openDispute(order), by)
  }),
})
