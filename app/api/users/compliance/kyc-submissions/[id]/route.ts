import { contract } from '#lib/contract/all.ts'
import { viewSubmission } from '#lib/domain/kyc/view-submission.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.kycSubmission, {}, ({ params, actor, address }) =>
    viewSubmission({ userId: params.id, officer: actor, address }),
  ),
})
