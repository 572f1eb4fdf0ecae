import { contract } from '#lib/contract/all.ts'
import { verifyEmail } from '#lib/domain/accounts/verify-email.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.accounts.verifyEmail, {}, async ({ body, request }) => ({
    ...(await verifyEmail(body, request.headers.get('user-agent') ?? '')),
    message: 'Your email is verified. Welcome to Ngoma!',
  })),
})
