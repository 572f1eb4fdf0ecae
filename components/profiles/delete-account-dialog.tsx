import { useTranslations } from 'next-intl'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { closePageSession } from '#lib/client/session/page-session.ts'
import { clearSession } from '#lib/client/session/session.ts'

/** The end of an account: a word typed out and the password, so that no thumb does it by itself. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Profile.account')
  const { isBusy, whole, formProps, field } = useApiForm({
    defaultValues: { word: '', password: '' },
    toBody: ({ password }) => ({ password }),
    schema: async () => (await import('#lib/contract/profiles/calls.ts')).deleteMe.body,
    check: ({ word }): { word?: string } =>
      word.trim() === t('word') ? {} : { word: t('wordWrong', { word: t('word') }) },
    sentence: (_, { code }) => (code === 'too_small' ? t('passwordMissing') : undefined),
    send: async ({ password }) => {
      await api('POST /users/me/delete/', { body: { password } })
      await closePageSession().catch(() => undefined)
      // Not before: a page behind a login leads to the login as soon as nobody is signed in.
      window.addEventListener('pagehide', clearSession, { once: true })
      window.location.assign('/')
    },
    refuse: (error) => {
      const { password } = refusedFields(['password'], error)
      if (password) return { fields: { password } }
      return { whole: error instanceof ApiError && error.hasSentence ? error.message : t('deleteFailed') }
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('dialogTitle')} description={t('dialogDetail')}>
      <form {...formProps} className="mt-5 grid gap-5">
        <Field
          label={t('typeWord', { word: t('word') })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('word')}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          words={{ show: t('showPassword'), hide: t('hidePassword') }}
          {...field('password')}
        />
        <ErrorNote>{whole}</ErrorNote>
        <div className="grid gap-2">
          <SubmitButton busy={isBusy} tone="danger">
            {isBusy ? t('deleting') : t('confirm')}
          </SubmitButton>
          <Button size="large" wide onClick={onClose} disabled={isBusy}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
