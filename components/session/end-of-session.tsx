'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { logout } from '#lib/client/accounts/sign-in.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { rememberTimeout } from '#lib/client/session/session-notice.ts'

/** Signs out everywhere, and says why: by a toast where the page stays, on the login page where it leads there. */
export function EndOfSession() {
  const t = useTranslations('Session')
  const title = t('ended')
  useEffect(() => {
    rememberTimeout()
    showToast({ title })
    logout()
  }, [title])
  return null
}
