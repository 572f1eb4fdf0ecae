'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { PASSWORD_MAX } from '#lib/contract/accounts/passwords.ts'
import { PasswordField } from './password-field.tsx'
import { StrengthMeter } from './strength-meter.tsx'
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
      <ErrorNote>{problem.summary}</ErrorNote>
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
      <SubmitButton busy={busy}>{busy ? t('sending') : t('submit')}</SubmitButton>
    </form>
  )
}
