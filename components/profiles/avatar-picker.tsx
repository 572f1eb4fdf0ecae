import { Camera, Disc3, Footprints, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, useId, useState } from 'react'
import { clothOf } from '#components/ui/cloth.ts'
import { shrinkPicture } from '#lib/client/browser/shrink-picture.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { UploadError, uploadFile } from '#lib/client/http/upload-file.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { avatarTypes } from '#lib/contract/profiles/constants.ts'
import { useTakeProfile } from './use-my-profile.ts'

export function AvatarPicker({ profile }: { profile: Profile }) {
  const t = useTranslations('Profile.avatar')
  const id = useId()
  const { busy, problem, pick } = useAvatarUpload()
  const hasPicture = isPicture(profile.avatar)
  const [field, , spark] = clothOf(profile.display_name).colours
  const Sign = profile.user.role === 'copyright_owner' ? Disc3 : Footprints
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) pick(file)
  }
  return (
    <div className="grid w-24 justify-items-center">
      <span
        className="grid size-24 place-items-center overflow-hidden rounded-full"
        style={{ background: field, color: spark }}
      >
        {hasPicture ? (
          // biome-ignore lint/performance/noImgElement: already small, served from our own store
          <img src={profile.avatar} alt="" className="size-full object-cover" />
        ) : (
          <Sign aria-hidden="true" className="size-12" strokeWidth={1.75} />
        )}
      </span>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={busy}
        onChange={take}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className="tap inline-flex cursor-pointer items-center gap-1.5 rounded-full px-2 text-center text-sm leading-tight font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-drum hover:bg-sunken"
      >
        {busy ? (
          <LoaderCircle aria-hidden="true" className="size-4 shrink-0 animate-spin" />
        ) : (
          <Camera aria-hidden="true" className="size-4 shrink-0" />
        )}
        <span>{busy ? t('sending') : t(hasPicture ? 'change' : 'add')}</span>
      </label>
      {problem ? (
        <p role="alert" className="text-center text-sm font-semibold text-alarm">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

function isPicture(avatar: string): boolean {
  return avatar.startsWith('/') || avatar.startsWith('https://')
}

/** Uploads a picture; the profile shows it once the server has checked it. */
function useAvatarUpload() {
  const t = useTranslations('Profile')
  const takeProfile = useTakeProfile()
  const [isWrongType, setWrongType] = useState(false)
  const { isPending, error, send } = useSend({
    mutationFn: uploadAvatar,
    onSuccess: (avatar) => {
      takeProfile((known) => known && { ...known, avatar })
      showToast({ title: t('avatar.done'), tone: 'good' })
    },
  })

  const pick = (file: File) => {
    // The size is not checked here, because the file is not shrunk yet.
    const isPicture = avatarTypes.some((type) => type === file.type)
    setWrongType(!isPicture)
    if (isPicture) void send(file)
  }

  function problem(): string | null {
    if (isWrongType) return t('avatar.wrongType')
    if (!error) return null
    if (error instanceof UploadError) return error.status === 0 ? t('noConnection') : error.message
    if (!(error instanceof ApiError)) return t('avatar.failed')
    if (error.status === 0) return t('noConnection')
    return error.hasSentence ? error.message : t('avatar.failed')
  }
  return { busy: isPending, problem: problem(), pick }
}

/** Side in pixels: the picture is shown at 96, on dense screens with three pixels each. */
const AVATAR_SIDE = 320

/**
 * @returns the uploaded picture's address
 * @throws ApiError, UploadError
 */
async function uploadAvatar(file: File): Promise<string> {
  const { body, name, type } = await shrinkPicture(file, AVATAR_SIDE)
  // If the picture could not be shrunk, its type is one of `avatarTypes`: the picker accepts no others.
  const mime_type = avatarTypes.find((known) => known === type) ?? 'image/jpeg'
  const link = await api('POST /users/avatar/initiate/', {
    body: { file_name: name, file_size: body.size, mime_type },
  })
  await uploadFile({ url: link.upload_url, file: body, contentType: type })
  const done = await api('POST /users/avatar/{id}/complete/', { path: { id: link.session_id } })
  return done.avatar
}
