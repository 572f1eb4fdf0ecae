import { contract } from '#lib/contract/all.ts'
import { resetPassword } from '#lib/domain/accounts/reset-password.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.passwordResetConfirm, {}, async ({ body, address }) => {
    const { device_token } = await resetPassword({ ...body, address })
    return { message: 'Your password has been changed. You can sign in with it now.', device_token }
  }),
})
