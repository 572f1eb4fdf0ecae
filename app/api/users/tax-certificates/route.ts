import { contract } from '#lib/contract/all.ts'
import { listOwnTaxYears } from '#lib/domain/accounting/certificate.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(contract.accounting.ownTaxYears, {}, ({ actor }) => listOwnTaxYears(actor.id)),
})
