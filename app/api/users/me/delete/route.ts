import { contract } from '#lib/contract/all.ts'
import { deleteAccount } from '#lib/domain/profiles/delete-account.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

// Limits guesses of the password by somebody with a stolen session.
const rate = { points: 10, seconds: 900, by: 'account' } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.profiles.delete, { rate }, async ({ body, actor, address }) => {
    await deleteAccount({ actor, password: body.password, givenUp: body.given_up, address })
    return {}
  }),
})
