import { contract } from '#lib/contract/all.ts'
import { askForLink } from '#lib/domain/accounts/request-link.ts'
import { mailTries } from '#lib/web/accounts/email-tries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.passwordReset, { rate: mailTries }, async ({ body, address }) => {
    await askForLink(body.email, 'reset_password', address)
    return {
      message: 'If there is an account with this email, a link to set a new password is on its way.',
    }
  }),
})
