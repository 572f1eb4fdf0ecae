import { contract } from '#lib/contract/all.ts'
import { reviewKyc } from '#lib/domain/kyc/review-submission.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.kyc.review, {}, async ({ params, body, actor, address }) => {
    const kyc_status = await reviewKyc({ ...body, userId: params.id, officer: actor, address })
    return { kyc_status, message: `The KYC is ${kyc_status}. Its owner is told by mail.` }
  }),
})
