import { shrinkPicture } from '#lib/client/browser/shrink-picture.ts'
import { api } from '#lib/client/http/api.ts'
import { uploadFile } from '#lib/client/http/upload-file.ts'
import { avatarTypes } from '#lib/contract/profiles/constants.ts'

/** Pixels of a side. It is shown at 96, on dense screens at three times that. */
const AVATAR_SIDE = 320

/**
 * Makes a picture of the person small and uploads it.
 * @returns its address
 * @throws ApiError, UploadError
 */
export async function uploadAvatar(file: File): Promise<string> {
  const { body, name, type } = await shrinkPicture(file, AVATAR_SIDE)
  // A picture that could not be made small has one of these types already, because the picker takes no other.
  const mime_type = avatarTypes.find((known) => known === type) ?? 'image/jpeg'
  const link = await api('POST /users/avatar/initiate/', {
    body: { file_name: name, file_size: body.size, mime_type },
  })
  await uploadFile({ url: link.upload_url, file: body, contentType: type })
  const done = await api('POST /users/avatar/{id}/complete/', { path: { id: link.session_id } })
  return done.avatar
}
