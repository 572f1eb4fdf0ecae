'use client'

import { MailOpen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { AccountNotice } from './account-notice.tsx'
import { AccountPage } from './account-page.tsx'
import { EmailField } from './email-field.tsx'
import { ResendButton } from './resend-button.tsx'
import { useViewFocus } from './use-view-focus.ts'
import { WayBackLink } from './way-back-link.tsx'

export function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  return sentTo === null ? (
    <EmailForm
      email={typed}
      onSent={(email) => {
        setTyped(email)
        setSentTo(email)
      }}
    />
  ) : (
    <CheckYourEmail email={sentTo} onOther={() => setSentTo(null)} />
  )
}

function EmailForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const t = useTranslations('ForgotPassword')
  const { isBusy, whole, formProps, field } = useForgotPassword(email, onSent)
  return (
    <AccountPage heading={t('heading')} intro={t('intro')}>
      <form {...formProps} className="mt-8 grid gap-5">
        <ErrorNote>{whole}</ErrorNote>
        <EmailField label={t('email')} {...field('email')} />
        <SubmitButton busy={isBusy}>{isBusy ? t('sending') : t('submit')}</SubmitButton>
      </form>
      <p className="mt-4 text-center">
        <WayBackLink href="/login">{t('backToLogin')}</WayBackLink>
      </p>
    </AccountPage>
  )
}

function CheckYourEmail({ email, onOther }: { email: string; onOther: () => void }) {
  const t = useTranslations('ForgotPassword')
  // The button that had the focus is removed, so the title takes it.
  const titleRef = useViewFocus('sent', 'form')
  return (
    <AccountNotice icon={MailOpen} tone="calm" title={t('sentTitle')} titleRef={titleRef}>
      <p>{t.rich('sentDetail', { email: () => <strong className="text-ink">{email}</strong> })}</p>
      <ResendButton kind="reset" email={email} words={t('resend')} />
      <Button wide tone="quiet" onClick={onOther} className="min-h-13">
        {t('otherEmail')}
      </Button>
      <p className="text-center text-base">
        <WayBackLink href="/login">{t('backToLogin')}</WayBackLink>
      </p>
    </AccountNotice>
  )
}

function useForgotPassword(typed: string, onSent: (email: string) => void) {
  const t = useTranslations('ForgotPassword')
  return useApiForm({
    defaultValues: { email: typed },
    toBody: ({ email }) => ({ email: email.trim() }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).passwordReset.body,
    sentence: (_, { code }) => t(code === 'too_small' ? 'emailMissing' : 'emailWrong'),
    send: async ({ email }) => {
      await api('POST /users/auth/password-reset/', { body: { email } })
      startResendWait('reset', email, Date.now())
      onSent(email)
    },
    refuse: (error) => {
      const { email } = refusedFields(['email'], error)
      const words = { fallback: t('failed'), noConnection: t('noConnection') }
      return email ? { fields: { email } } : { whole: sentenceOf(error, words) }
    },
  })
}
