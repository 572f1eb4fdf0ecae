'use client'

import { BadgeCheck, Unlink } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { buttonStyle } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { sentDeviceToken, storeDeviceToken } from '#lib/client/accounts/device-token.ts'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api, endSession } from '#lib/client/http/api.ts'
import { errorCode, fieldErrors } from '#lib/client/http/error-message.ts'
import { hasTokens } from '#lib/client/session/session.ts'
import { PASSWORD_MAX } from '#lib/contract/accounts/passwords.ts'
import { AccountNotice } from './account-notice.tsx'
import { AccountPage } from './account-page.tsx'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { useViewFocus } from './use-view-focus.ts'

type View =
  | { kind: 'loading' }
  | { kind: 'form'; token: string }
  | { kind: 'invalid'; detail: string }
  | { kind: 'done' }

const largeLink = buttonStyle({ tone: 'loud', size: 'large', wide: true })

export function ResetPasswordScreen() {
  const t = useTranslations('ResetPassword')
  const [view, setView] = useState<View>({ kind: 'loading' })
  const titleRef = useViewFocus(view.kind)

  useEffect(() => {
    const token = takeLinkToken('reset')
    if (token) return setView({ kind: 'form', token })
    setView({ kind: 'invalid', detail: `${t('invalidLinkToast')}: ${t('invalid')}` })
  }, [t])

  switch (view.kind) {
    case 'loading':
      return (
        <AccountPage heading={t('heading')} intro={t('intro')}>
          <div role="status" className="mt-8 grid gap-5">
            <span className="sr-only">{t('loading')}</span>
            <div className="skeleton h-19" />
            <div className="skeleton h-19" />
            <div className="skeleton h-13" />
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

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  onInvalid: (sentence: string) => void
}

function ResetPasswordForm({ token, onDone, onInvalid }: ResetPasswordFormProps) {
  const t = useTranslations('ResetPassword')
  const { isBusy, whole, formProps, field, form } = useResetPassword(token, { onDone, onInvalid })
  const password = useWatch({ control: form.control, name: 'password' }) ?? ''
  const words = { show: t('showPassword'), hide: t('hidePassword') }
  return (
    <form {...formProps} className="mt-8 grid gap-5">
      <ErrorNote>{whole}</ErrorNote>
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        words={words}
        {...field('password')}
      />
      <StrengthMeter password={password} />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        words={words}
        {...field('confirmPassword')}
      />
      <SubmitButton busy={isBusy}>{isBusy ? t('sending') : t('submit')}</SubmitButton>
    </form>
  )
}

type ResetEvents = {
  onDone: () => void
  onInvalid: (sentence: string) => void
}

function useResetPassword(token: string, { onDone, onInvalid }: ResetEvents) {
  const t = useTranslations('ResetPassword')
  return useApiForm({
    defaultValues: { password: '', confirmPassword: '' },
    toBody: ({ password }) => ({ token, password }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).passwordResetConfirm.body,
    sentence: (_, { code }) => (code === 'too_big' ? undefined : `${t('weakToast')}: ${t('weak')}`),
    checkedWith: { password: ['confirmPassword'] },
    check: ({ password, confirmPassword }) => ({
      ...(password === '' ? { password: t('passwordMissing') } : {}),
      ...(confirmPassword === ''
        ? { confirmPassword: t('confirmMissing') }
        : confirmPassword === password
          ? {}
          : { confirmPassword: `${t('mismatchToast')}: ${t('mismatch')}` }),
    }),
    send: async ({ password }) => {
      const { device_token } = await api('POST /users/auth/password-reset-confirm/', {
        body: { token, password, ...sentDeviceToken() },
      })
      storeDeviceToken(device_token)
      dropLinkToken('reset')
      // The server has ended all sessions.
      if (hasTokens()) endSession()
      onDone()
    },
    refuse: (error) => {
      if (refusesToken(error)) {
        dropLinkToken('reset')
        const sentence = sentenceOf(error, { fallback: t('invalid'), noConnection: t('noConnection') })
        onInvalid(`${t('invalidTokenToast')}: ${sentence}`)
        return {}
      }
      const { password } = refusedFields(['password'], error)
      const whole = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      return password
        ? { fields: { password: `${t('weakToast')}: ${password}` } }
        : { whole: `${t('failedToast')}: ${whole}` }
    },
  })
}

function refusesToken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return errorCode(error.data) === 'invalid_link' || 'token' in fieldErrors(error.data)
}
