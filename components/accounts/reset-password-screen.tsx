'use client'

import { BadgeCheck, Unlink } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { AccountNotice } from './account-notice.tsx'
import { AccountPage } from './account-page.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useViewFocus } from './use-view-focus.ts'

type View =
  | { kind: 'loading' }
  | { kind: 'form'; token: string }
  | { kind: 'invalid'; detail: string }
  | { kind: 'done' }

const largeLink = buttonStyle({ tone: 'loud', size: 'large', wide: true })

/** Sets a new password, where a mailed link has led here (spec 1, section 2, Reset password). */
export function ResetPasswordScreen() {
  const t = useTranslations('ResetPassword')
  const [view, setView] = useState<View>({ kind: 'loading' })
  const titleRef = useViewFocus(view.kind)

  useEffect(() => {
    const token = takeLinkToken('reset')
    if (token) return setView({ kind: 'form', token })
    setView({ kind: 'invalid', detail: t('invalid') })
    showToast({ title: t('invalidLinkToast'), description: t('invalid'), tone: 'bad' })
  }, [t])

  switch (view.kind) {
    case 'loading':
      return (
        <AccountPage heading={t('heading')} intro={t('intro')}>
          <div role="status" className="mt-8 grid gap-5">
            <span className="sr-only">{t('loading')}</span>
            <div className="bone h-19" />
            <div className="bone h-19" />
            <div className="bone h-13" />
          </div>
        </AccountPage>
      )
    case 'form':
      return (
        <AccountPage heading={t('heading')} intro={t('intro')}>
          <ResetPasswordForm
            token={view.token}
            onDone={() => setView({ kind: 'done' })}
            onInvalid={(detail) => {
              setView({ kind: 'invalid', detail })
            }}
          />
        </AccountPage>
      )
    case 'invalid':
      return (
        <AccountNotice icon={Unlink} tone="bad" title={t('invalidTitle')} titleRef={titleRef}>
          <p>{view.detail}</p>
          <Link href="/forgot-password" className={largeLink}>
            {t('requestNew')}
          </Link>
        </AccountNotice>
      )
    case 'done':
      return (
        <AccountNotice icon={BadgeCheck} tone="good" title={t('doneTitle')} titleRef={titleRef}>
          <p>{t('doneDetail')}</p>
          <Link href="/login" className={largeLink}>
            {t('login')}
          </Link>
        </AccountNotice>
      )
  }
}
