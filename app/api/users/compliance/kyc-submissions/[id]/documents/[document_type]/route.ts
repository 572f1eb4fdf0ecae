import { contract } from '#lib/contract/all.ts'
import { viewDocument } from '#lib/domain/kyc/view-submission.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.kycDocument, {}, ({ params, actor, address }) =>
    viewDocument({ userId: params.id, type: params.document_type, officer: actor, address }),
  ),
})
