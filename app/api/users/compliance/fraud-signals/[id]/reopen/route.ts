import { contract } from '#lib/contract/all.ts'
import { transaction } from '#lib/core/outbox.ts'
import { reopenSignal } from '#lib/domain/fraud/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.fraud.reopen, {}, ({ params, body: { note }, actor: officer, address }) =>
    transaction((tx) => reopenSignal(tx, { signalId: params.id, note, officer, address })),
  ),
})
