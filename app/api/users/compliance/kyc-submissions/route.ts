import { contract } from '#lib/contract/all.ts'
import { listSubmissions } from '#lib/domain/kyc/submission-queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.kycSubmissions, {}, ({ query }) => listSubmissions(query)),
})
