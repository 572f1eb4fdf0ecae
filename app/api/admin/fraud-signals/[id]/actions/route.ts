import { contract } from '#lib/contract/all.ts'
import { getSignal } from '#lib/domain/fraud/queries.ts'
import { orderSignalAction } from '#lib/domain/rings/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.order, {}, async ({ params: { id }, body, actor: by, address }) => {
    const { action: kind, gift_ids: giftIds, total, note } = body
    await orderSignalAction({ signalId: id, kind, giftIds, total, note, by, address })
    return getSignal(id, by.id)
  }),
})
