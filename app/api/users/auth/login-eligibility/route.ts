import { contract } from '#lib/contract/all.ts'
import { checkEligibility } from '#lib/domain/accounts/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.accounts.loginEligibility,
    { rate: { points: 5, seconds: 3_600, by: 'address', wellFormedOnly: true } },
    ({ body, actor }) => checkEligibility({ ...body, actor }),
  ),
})
