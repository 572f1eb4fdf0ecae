import type { Upload } from '#lib/client/browser/shrink-picture.ts'
import { api } from '#lib/client/http/api.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { uploadFile } from '#lib/client/http/upload-file.ts'
import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'

export type KycUploadAnswer = AnswerOf<'POST /users/kyc/uploads/{id}/complete/'>

/**
 * Sends one document: asks for a signed link, puts the file to the store, and tells the API that it is there.
 * @throws ApiError, UploadError, or the signal's reason
 */
export async function uploadKycDocument(
  documentType: KycDocumentType,
  upload: Upload,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<KycUploadAnswer> {
  const link = await api('POST /users/kyc/uploads/initiate/', {
    body: {
      document_type: documentType,
      file_name: upload.name,
      file_size: upload.body.size,
      mime_type: upload.type,
    },
    signal,
  })
  await uploadFile({ url: link.upload_url, file: upload.body, contentType: upload.type, onProgress, signal })
  return api('POST /users/kyc/uploads/{id}/complete/', { path: { id: link.session_id }, signal })
}
