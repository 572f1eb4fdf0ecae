'use client'

import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
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
