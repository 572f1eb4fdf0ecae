'use client'

import { MailOpen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { problemOfEmail } from '#lib/client/accounts/registration.ts'
import { startResendWait } from '#lib/client/accounts/resend-wait.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { AccountNotice } from './account-notice.tsx'
import { AccountPage } from './account-page.tsx'
import { ResendButton } from './resend-button.tsx'
import { SubmitButton } from './submit-button.tsx'
import { sentenceOf, useAccountForm } from './use-account-form.ts'
import { useViewFocus } from './use-view-focus.ts'
import { WayBackLink } from './way-back-link.tsx'

/** Asks where to mail the link, then says where it went. */
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
  const { busy, problem, submit, form } = useForgotPassword(onSent)
  return (
    <AccountPage heading={t('heading')} intro={t('intro')}>
      <form ref={form} onSubmit={submit} noValidate method="post" className="mt-8 grid gap-5">
        {problem.summary ? (
          <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
            {problem.summary}
          </p>
        ) : null}
        <Field
          label={t('email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={email}
          error={problem.fields.email}
        />
        <SubmitButton busy={busy} words={{ idle: t('submit'), busy: t('sending') }} />
      </form>
      <p className="mt-4 text-center">
        <WayBackLink href="/login">{t('backToLogin')}</WayBackLink>
      </p>
    </AccountPage>
  )
}

function CheckYourEmail({ email, onOther }: { email: string; onOther: () => void }) {
  const t = useTranslations('ForgotPassword')
  // Mounted in the form's place: the title takes the focus from the button that is gone.
  const titleRef = useViewFocus('sent', 'form')
  return (
    <AccountNotice icon={MailOpen} tone="calm" title={t('sentTitle')} titleRef={titleRef}>
      <p>{t.rich('sentDetail', { email: () => <strong className="text-ink">{email}</strong> })}</p>
      <ResendButton kind="reset" email={email} words={t('resend')} />
      <Button wide size="large" tone="quiet" onClick={onOther} className="text-base">
        {t('otherEmail')}
      </Button>
      <p className="text-center text-base">
        <WayBackLink href="/login">{t('backToLogin')}</WayBackLink>
      </p>
    </AccountNotice>
  )
}

const fields = ['email'] as const

/** Asks for the mail with the link. */
function useForgotPassword(onSent: (email: string) => void) {
  const t = useTranslations('ForgotPassword')
  return useAccountForm<'email'>({
    fields,
    check: (typed) => {
      const problem = problemOfEmail(typed('email'))
      return { email: problem ? t(problem) : undefined }
    },
    send: async (typed) => {
      const email = typed('email').trim()
      await api('POST /users/auth/password-reset/', { body: { email } })
      startResendWait('reset', email, Date.now())
      onSent(email)
    },
    refuse: (error) => {
      const { email } = error instanceof ApiError ? fieldErrors(error.data) : {}
      if (email) return { summary: null, fields: { email } }
      const words = { fallback: t('failed'), noConnection: t('noConnection') }
      return { summary: sentenceOf(error, words), fields: {} }
    },
  })
}
