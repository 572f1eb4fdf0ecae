'use client'

import { BadgeCheck, Unlink } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { keepDeviceToken, sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import { dropLinkToken, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api, endSession } from '#lib/client/http/api.ts'
import { errorCode, fieldErrors } from '#lib/client/http/error-message.ts'
import { hasTokens } from '#lib/client/session/session.ts'
import { PASSWORD_MAX, passwordScore, STRENGTH_MIN } from '#lib/contract/accounts/passwords.ts'
import { AccountNotice } from './account-notice.tsx'
import { AccountPage } from './account-page.tsx'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { SubmitButton } from './submit-button.tsx'
import { sentenceOf, type Typed, useAccountForm } from './use-account-form.ts'
import { useViewFocus } from './use-view-focus.ts'

type View =
  | { kind: 'loading' }
  | { kind: 'form'; token: string }
  | { kind: 'invalid'; detail: string }
  | { kind: 'done' }

const largeLink = buttonStyle({ tone: 'loud', size: 'large', wide: true })

/** Sets a new password, where a mailed link has led here. */
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

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  onInvalid: (sentence: string) => void
}

/** The new password twice, and how strong it is. */
function ResetPasswordForm({ token, onDone, onInvalid }: ResetPasswordFormProps) {
  const t = useTranslations('ResetPassword')
  const [password, setPassword] = useState('')
  const { busy, problem, submit, form } = useResetPassword(token, { onDone, onInvalid })
  const words = { show: t('showPassword'), hide: t('hidePassword') }
  return (
    <form ref={form} onSubmit={submit} noValidate method="post" className="mt-8 grid gap-5">
      {problem.summary ? (
        <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          {problem.summary}
        </p>
      ) : null}
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        onChange={(event) => setPassword(event.currentTarget.value)}
        words={words}
        error={problem.fields.password}
      />
      <StrengthMeter password={password} />
      <PasswordField
        label={t('confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        words={words}
        error={problem.fields.confirmPassword}
      />
      <SubmitButton busy={busy} words={{ idle: t('submit'), busy: t('sending') }} />
    </form>
  )
}

const fields = ['password', 'confirmPassword'] as const
type Field = (typeof fields)[number]

type ResetEvents = {
  onDone: () => void
  /** The server knows no such token, or it is too old. */
  onInvalid: (sentence: string) => void
}

/** Sets a new password by the token of a mailed link. */
function useResetPassword(token: string, { onDone, onInvalid }: ResetEvents) {
  const t = useTranslations('ResetPassword')
  const check = (typed: Typed<Field>) => ({
    password: problemOf(typed('password')),
    confirmPassword: problemOfConfirmation(typed),
  })
  const problemOf = (password: string) => {
    if (password === '') return t('passwordMissing')
    return passwordScore(password) < STRENGTH_MIN ? t('weak') : undefined
  }
  const problemOfConfirmation = (typed: Typed<Field>) => {
    if (typed('confirmPassword') === '') return t('confirmMissing')
    return typed('password') === typed('confirmPassword') ? undefined : t('mismatch')
  }
  return useAccountForm<Field>({
    fields,
    check,
    onWrong: ({ password, confirmPassword }) => {
      const isWeak = password === t('weak')
      if (isWeak) showToast({ title: t('weakToast'), description: password, tone: 'bad' })
      else if (confirmPassword === t('mismatch'))
        showToast({ title: t('mismatchToast'), description: confirmPassword, tone: 'bad' })
    },
    send: async (typed) => {
      const { device_token } = await api('POST /users/auth/password-reset-confirm/', {
        body: { token, password: typed('password'), ...sentDeviceToken() },
      })
      keepDeviceToken(device_token)
      dropLinkToken('reset')
      // The server has ended every session of the account.
      if (hasTokens()) endSession()
      onDone()
    },
    refuse: (error) => {
      if (refusesToken(error)) {
        dropLinkToken('reset')
        const sentence = sentenceOf(error, { fallback: t('invalid'), noConnection: t('noConnection') })
        showToast({ title: t('invalidTokenToast'), description: sentence, tone: 'bad' })
        onInvalid(sentence)
        return { summary: null, fields: {} }
      }
      const { password } = error instanceof ApiError ? fieldErrors(error.data) : {}
      const sentence = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      const title = password ? t('weakToast') : t('failedToast')
      showToast({ title, description: sentence, tone: 'bad' })
      return password ? { summary: null, fields: { password } } : { summary: sentence, fields: {} }
    },
  })
}

function refusesToken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return errorCode(error.data) === 'invalid_link' || 'token' in fieldErrors(error.data)
}
