import { contract } from '#lib/contract/all.ts'
import { openDocumentParts } from '#lib/domain/kyc/documents.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.kyc.uploadParts,
    { rate: { points: 600, seconds: 3_600, by: 'account' } },
    ({ params, actor }) => openDocumentParts(actor.id, params.id),
  ),
})
