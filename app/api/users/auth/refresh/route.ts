import { contract } from '#lib/contract/all.ts'
import { refreshTokens } from '#lib/domain/accounts/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.refresh, {}, ({ body }) => refreshTokens(body.refresh)),
})
