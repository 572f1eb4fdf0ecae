import { contract } from '#lib/contract/all.ts'
import { confirmEnrolment } from '#lib/domain/accounts/second-factor/enrol.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.accounts.confirmSecondFactor,
    { rate: { points: 30, seconds: 15 * 60, by: 'account', wellFormedOnly: true } },
    ({ actor, body, address }) => confirmEnrolment({ actor, code: body.code, address }),
  ),
})
