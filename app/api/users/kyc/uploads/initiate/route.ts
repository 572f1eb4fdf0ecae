import { contract } from '#lib/contract/all.ts'
import { openDocumentUpload } from '#lib/domain/kyc/documents.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(
    contract.kyc.initiateUpload,
    { rate: { points: 60, seconds: 3_600, by: 'account' } },
    async ({ body, actor }) => {
      const { sessionId, uploadUrl, expiresAt } = await openDocumentUpload(actor.id, body)
      return { session_id: sessionId, upload_url: uploadUrl, expires_at: expiresAt.toISOString() }
    },
  ),
})
