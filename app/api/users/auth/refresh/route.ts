import { contract } from '#lib/contract/all.ts'
import { refreshTokens } from '#lib/domain/accounts/commands.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.refresh, {}, ({ body }) => refreshTokens(body.refresh)),
})
