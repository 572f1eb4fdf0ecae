import type { z } from 'zod'
import type { Upload } from '#lib/client/browser/shrink-picture.ts'
import { apiPost } from '#lib/client/http/api-client.ts'
import { uploadFile } from '#lib/client/http/upload-file.ts'
import type {
  completeKycUpload,
  initiateKycUpload,
  KycDocumentType,
  submitKyc,
} from '#lib/contract/kyc/calls.ts'

export type KycUploadAnswer = z.infer<typeof completeKycUpload.answer>

/**
 * Sends one document: a signed link, the file straight to the store, then the word that it lies there.
 * @throws ApiError, UploadError, or the signal's reason
 */
export async function uploadKycDocument(
  documentType: KycDocumentType,
  upload: Upload,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<KycUploadAnswer> {
  const body = {
    document_type: documentType,
    file_name: upload.name,
    file_size: upload.body.size,
    mime_type: upload.type,
  }
  const link = await apiPost<z.infer<typeof initiateKycUpload.answer>>('/users/kyc/uploads/initiate/', body, {
    signal,
  })
  await uploadFile({ url: link.upload_url, file: upload.body, contentType: upload.type, onProgress, signal })
  return apiPost<KycUploadAnswer>(`/users/kyc/uploads/${link.session_id}/complete/`, {}, { signal })
}

/** Hands the form in. @throws ApiError */
export function submitMyKyc(): Promise<z.infer<typeof submitKyc.answer>> {
  return apiPost('/users/profiles/submit_my_kyc/', {})
}
