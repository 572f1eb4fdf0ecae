import { contract } from '#lib/contract/all.ts'
import { checkEligibility } from '#lib/domain/accounts/queries.ts'
import { mailTries } from '#lib/web/accounts/email-tries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.loginEligibility, { rate: mailTries }, ({ body, actor, address }) =>
    checkEligibility({ ...body, actor, address }),
  ),
})
