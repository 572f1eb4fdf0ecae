import { contract } from '#lib/contract/all.ts'
import { linkToOwnDocument } from '#lib/domain/kyc/document-links.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.kyc.ownDocument, {}, ({ params, actor }) =>
    linkToOwnDocument(actor.id, params.document_type),
  ),
})
