import type { z } from 'zod'
import { shrinkPicture } from '#lib/client/browser/shrink-picture.ts'
import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import { uploadFile } from '#lib/client/http/upload-file.ts'
import type { completeAvatarUpload, initiateAvatarUpload } from '#lib/contract/profiles/calls.ts'

/** Pixels: shown at 96, on dense screens at three times that. */
const AVATAR_SIDE = 320

/**
 * Sends a picture of the person, made small first.
 * @returns its address
 * @throws ApiError, UploadError
 */
export async function uploadAvatar(file: File): Promise<string> {
  const { body, name, type } = await shrinkPicture(file, AVATAR_SIDE)
  const link = await apiPost<z.infer<typeof initiateAvatarUpload.answer>>('/users/avatar/initiate/', {
    file_name: name,
    file_size: body.size,
    mime_type: type,
  })
  await uploadFile({ url: link.upload_url, file: body, contentType: type })
  const done = await apiPost<z.infer<typeof completeAvatarUpload.answer>>(
    `/users/avatar/${link.session_id}/complete/`,
    {},
  )
  return done.avatar
}

/** Everything that is held about the one who asks. @throws ApiError */
export function exportMyData(): Promise<Record<string, unknown>> {
  return apiGet('/users/me/export/')
}

/** Erases the identity of the one who asks. @throws ApiError */
export async function deleteMyAccount(password: string): Promise<void> {
  await apiPost('/users/me/delete/', { password })
}
