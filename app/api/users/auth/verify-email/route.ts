import { contract } from '#lib/contract/all.ts'
import { say } from '#lib/core/sentence.ts'
import { verifyEmail } from '#lib/domain/accounts/verify-email.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.verifyEmail, {}, async ({ body, request }) => {
    const verified = await verifyEmail(body, request.headers.get('user-agent') ?? '')
    return { ...verified, message: say(verified.password_unset ? 'verified_without_password' : 'verified') }
  }),
})
