'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { uploadAvatar } from '#lib/client/accounts/account-api.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { UploadError } from '#lib/client/http/upload-file.ts'
import { useTakeProfile } from './use-my-profile.ts'

// Its size is the server's to judge: here it is not yet made small.
const pictures = ['image/jpeg', 'image/png', 'image/webp']

/** Sends a picture and shows it once the server has looked at it. */
export function useAvatarUpload() {
  const t = useTranslations('Profile')
  const takeProfile = useTakeProfile()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const pick = async (file: File) => {
    const isPicture = pictures.includes(file.type)
    setProblem(isPicture ? null : t('avatar.wrongType'))
    if (!isPicture) return
    setBusy(true)
    try {
      const avatar = await uploadAvatar(file)
      takeProfile((known) => known && { ...known, avatar })
      showToast({ title: t('avatar.done'), tone: 'good' })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  function problemOf(error: unknown): string {
    if (error instanceof UploadError) return error.status === 0 ? t('noConnection') : error.message
    if (!(error instanceof ApiError)) return t('avatar.failed')
    if (error.status === 0) return t('noConnection')
    return error.hasSentence ? error.message : t('avatar.failed')
  }
  return { busy, problem, pick }
}
