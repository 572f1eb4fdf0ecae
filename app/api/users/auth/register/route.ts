import { contract } from '#lib/contract/all.ts'
import { register } from '#lib/domain/accounts/register.ts'
import { registrationTries } from '#lib/web/accounts/email-tries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { mailLocaleOf } from '#lib/web/pages/mail-locale.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.register, { rate: registrationTries }, ({ body, request, address }) =>
    register(body, {
      locale: mailLocaleOf(request),
      userAgent: request.headers.get('user-agent') ?? '',
      address,
    }),
  ),
})
