import { contract } from '#lib/contract/all.ts'
import { takeKycDecision } from '#lib/domain/decisions/take.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.kyc.review, {}, ({ params, body, actor: officer, address }) =>
    takeKycDecision({ ...body, userId: params.id, officer, address }),
  ),
})
