import { contract } from '#lib/contract/all.ts'
import { confirmDocumentUpload } from '#lib/domain/kyc/documents.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.kyc.confirmUpload, {}, ({ body, actor }) => confirmDocumentUpload(actor.id, body)),
})
