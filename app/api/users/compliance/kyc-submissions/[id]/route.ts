import { contract } from '#lib/contract/all.ts'
import { readSubmission } from '#lib/domain/kyc/submission-queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.kycSubmission, {}, ({ params, actor, address }) =>
    readSubmission({ userId: params.id, officer: actor, address }),
  ),
})
