'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PASSWORD_MAX } from '#lib/contract/accounts/passwords.ts'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useResetPassword } from './use-reset-password.ts'

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  onInvalid: (sentence: string) => void
}

/** The new password twice, and how strong it is. */
export function ResetPasswordForm({ token, onDone, onInvalid }: ResetPasswordFormProps) {
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
