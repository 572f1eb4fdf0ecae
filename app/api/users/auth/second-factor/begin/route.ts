import { contract } from '#lib/contract/all.ts'
import { beginEnrolment } from '#lib/domain/accounts/second-factor/enrol.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.beginSecondFactor, {}, ({ actor }) => beginEnrolment(actor)),
})
