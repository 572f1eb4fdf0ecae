import { contract } from '#lib/contract/all.ts'
import { openSignedDocumentUpload } from '#lib/domain/kyc/documents.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

const rate = { points: 60, seconds: 3_600, by: 'account' } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.kyc.generateUploadUrl, { rate }, async ({ body, actor }) => {
    const opened = await openSignedDocumentUpload(actor.id, body)
    return {
      upload_url: opened.uploadUrl,
      upload_path: opened.uploadPath,
      upload_token: opened.uploadToken,
      expires_at: opened.expiresAt.toISOString(),
    }
  }),
})
