import { contract } from '#lib/contract/all.ts'
import { beginEnrolment } from '#lib/domain/accounts/second-factor/enrol.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.beginSecondFactor, {}, ({ actor }) => beginEnrolment(actor)),
})
