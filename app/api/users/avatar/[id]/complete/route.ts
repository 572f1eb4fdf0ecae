import { contract } from '#lib/contract/all.ts'
import { completeAvatarUpload } from '#lib/domain/profiles/avatar.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.profiles.completeAvatar, {}, async ({ params, actor }) => ({
    avatar: await completeAvatarUpload(actor.id, params.id),
  })),
})
