import { contract } from '#lib/contract/all.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.logout, {}, async ({ body, actor }) => {
    await logout({
      refresh: body.refresh,
      sessionId: actor?.sessionId,
      because: body.idle ? 'idle' : 'logout',
    })
    return {}
  }),
})
