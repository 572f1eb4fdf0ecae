import { contract } from '#lib/contract/all.ts'
import { retryPrompt } from '#lib/domain/gifts/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.gifts.retryPrompt,
    { rate: { points: 6, seconds: 60, by: ({ params }) => params.id } },
    ({ params, address }) => retryPrompt(params.id, address),
  ),
})
