import { contract } from '#lib/contract/all.ts'
import { say } from '#lib/core/sentence.ts'
import { resetPassword } from '#lib/domain/accounts/reset-password.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.passwordResetConfirm, {}, async ({ body, address }) => {
    const { device_token } = await resetPassword({ ...body, address })
    return { message: say('password_changed'), device_token }
  }),
})
