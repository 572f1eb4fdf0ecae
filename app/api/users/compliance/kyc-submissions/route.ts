import { contract } from '#lib/contract/all.ts'
import { listSubmissions } from '#lib/domain/kyc/submission-queries.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.compliance.kycSubmissions, {}, ({ query }) => listSubmissions(query)),
})
