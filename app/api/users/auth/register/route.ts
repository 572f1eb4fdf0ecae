import { contract } from '#lib/contract/all.ts'
import { register } from '#lib/domain/accounts/register.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { mailLocaleOf } from '#lib/web/pages/mail-locale.ts'

const rate = { points: 60, seconds: 3_600, by: 'address', wellFormedOnly: true } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.register, { rate }, ({ body, request }) =>
    register(body, { locale: mailLocaleOf(request), userAgent: request.headers.get('user-agent') ?? '' }),
  ),
})
