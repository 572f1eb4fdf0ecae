import { contract } from '#lib/contract/all.ts'
import { say } from '#lib/core/sentence.ts'
import { askForLink } from '#lib/domain/accounts/request-link.ts'
import { mailTries } from '#lib/web/accounts/email-tries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.passwordReset, { rate: mailTries }, async ({ body, address }) => {
    await askForLink(body.email, 'reset_password', address)
    return {
      message: say('reset_mailed'),
    }
  }),
})
