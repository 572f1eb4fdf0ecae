import type { Upload } from '#lib/client/browser/shrink-picture.ts'
import { api } from '#lib/client/http/api.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { type PartsUpload, uploadParts } from '#lib/client/http/upload-parts.ts'
import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'

export type KycUploadAnswer = AnswerOf<'POST /users/kyc/uploads/{id}/complete/'>

/**
 * Continues after a lost connection.
 * @throws ApiError, UploadError if the connection stays lost, or the signal's reason
 */
export async function uploadKycDocument(
  documentType: KycDocumentType,
  upload: Upload,
  { onProgress, signal }: Pick<PartsUpload, 'onProgress' | 'signal'>,
): Promise<KycUploadAnswer> {
  const { session_id: id } = await api('POST /users/kyc/uploads/initiate/', {
    body: {
      document_type: documentType,
      file_name: upload.name,
      file_size: upload.body.size,
      mime_type: upload.type,
    },
    signal,
  })
  const ask = () => api('POST /users/kyc/uploads/{id}/parts/', { path: { id }, signal })
  await uploadParts({ file: upload.body, ask, onProgress, signal })
  return api('POST /users/kyc/uploads/{id}/complete/', { path: { id }, signal })
}
