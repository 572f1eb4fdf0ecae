import { contract } from '#lib/contract/all.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { updateProfile } from '#lib/domain/profiles/commands.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint(contract.profiles.update, {}, async ({ params, body, actor }) => {
    if (params.id !== actor.id) throw new NotFoundError()
    await updateProfile(actor, body)
    return getMyProfile(actor.id)
  }),
})
