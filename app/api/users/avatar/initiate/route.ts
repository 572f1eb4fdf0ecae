import { contract } from '#lib/contract/all.ts'
import { openUpload } from '#lib/domain/uploads/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

const rate = { points: 30, seconds: 3_600, by: 'account' } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.profiles.initiateAvatar, { rate }, async ({ body, actor }) => {
    const file = { fileName: body.file_name, fileSize: body.file_size, mimeType: body.mime_type }
    const { sessionId, uploadUrl, expiresAt } = await openUpload({
      ownerId: actor.id,
      kind: 'avatar',
      ...file,
    })
    return { session_id: sessionId, upload_url: uploadUrl, expires_at: expiresAt.toISOString() }
  }),
})
