import { useTranslations } from 'next-intl'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { PASSWORD_MAX } from '#lib/contract/accounts/passwords.ts'
import { PasswordField } from './password-field.tsx'
import { spendToken } from './use-verification.ts'

type VerifyPasswordFormProps = {
  token: string
  onVerified: (signedIn: boolean) => void
  onInvalid: (error: ApiError) => void
}

/** Shown if the link is opened in another browser than the registration's. */
export function VerifyPasswordForm({ token, onVerified, onInvalid }: VerifyPasswordFormProps) {
  const t = useTranslations('VerifyEmail')
  const { isBusy, whole, formProps, field } = useApiForm({
    defaultValues: { password: '' },
    toBody: ({ password }) => ({ token, password }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).verifyEmail.body,
    check: ({ password }) => (password === '' ? { password: t('passwordMissing') } : {}),
    send: async ({ password }) => onVerified(await spendToken(token, password)),
    refuse: (error) => {
      if (error instanceof ApiError && (error.code === 'invalid_link' || error.code === 'already_verified')) {
        onInvalid(error)
        return {}
      }
      const { password } = refusedFields(['password'], error)
      if (password) return { fields: { password } }
      const noConnection = t('noConnection')
      return { whole: `${t('failed')}: ${sentenceOf(error, { fallback: noConnection, noConnection })}` }
    },
  })
  return (
    <form {...formProps} className="mt-2 grid gap-5 text-base text-ink">
      <ErrorNote>{whole}</ErrorNote>
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        words={{ show: t('showPassword'), hide: t('hidePassword') }}
        {...field('password')}
      />
      <SubmitButton busy={isBusy}>{isBusy ? t('loading') : t('submit')}</SubmitButton>
    </form>
  )
}
