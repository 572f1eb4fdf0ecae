import { contract } from '#lib/contract/all.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.login, {}, ({ body, address, request }) =>
    login({ ...body, address, userAgent: request.headers.get('user-agent') ?? '' }),
  ),
})
