import { contract } from '#lib/contract/all.ts'
import { confirmDocumentUpload } from '#lib/domain/kyc/documents.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.kyc.confirmUpload,
    { rate: { points: 120, seconds: 3_600, by: 'account' } },
    ({ body, actor }) => confirmDocumentUpload(actor.id, body),
  ),
})
