import { contract } from '#lib/contract/all.ts'
import { completeAvatarUpload } from '#lib/domain/profiles/avatar.ts'
import { endpoint } from '#lib/web/endpoint/endpoint.ts'
import { methods } from '#lib/web/endpoint/methods.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.profiles.completeAvatar, {}, async ({ params, actor }) => ({
    avatar: await completeAvatarUpload(actor.id, params.id),
  })),
})
