'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { resumePageSession } from '#lib/client/accounts/sign-in.ts'
import { wayBack } from '#lib/client/accounts/way-back.ts'
import { hasTokens } from '#lib/client/session/session.ts'
import { takeTimeout } from '#lib/client/session/session-notice.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { type LoginStep, useLogin } from './use-login.ts'
import { WayBackLink } from './way-back-link.tsx'

export function LoginForm() {
  const t = useTranslations('Login')
  const { isBusy, whole, formProps, field, step, turnTo } = useLogin()
  const { resuming, timedOut } = useResume()
  return (
    <>
      <div role="status" className="mt-6 grid gap-3 empty:mt-0">
        {timedOut ? <p className="rounded-2xl bg-sunken px-4 py-3">{t('timedOut')}</p> : null}
        {resuming ? <p className="rounded-2xl bg-leaf-wash px-4 py-3">{t('resuming')}</p> : null}
      </div>
      <form {...formProps} className="mt-6 grid gap-5">
        <ErrorNote>{whole}</ErrorNote>
        {/* Hidden, not unmounted: the typed email and password stay during the code step. */}
        <div hidden={step !== 'password'} className="grid gap-5 [&[hidden]]:hidden">
          <EmailField label={t('email')} {...field('email')} />
          <div>
            <PasswordField
              label={t('password')}
              autoComplete="current-password"
              {...field('password')}
              words={{ show: t('showPassword'), hide: t('hidePassword') }}
            />
            <p className="mt-1 -ms-2">
              <WayBackLink href="/forgot-password">{t('forgot')}</WayBackLink>
            </p>
          </div>
        </div>
        {step === 'password' ? null : (
          <CodeStep key={step} step={step} turnTo={turnTo} field={field('code')} />
        )}
        <SubmitButton busy={isBusy}>
          {isBusy ? t('signingIn') : t(step === 'password' ? 'submit' : 'codeSubmit')}
        </SubmitButton>
      </form>
      <p hidden={step !== 'password'} className="mt-4 text-center">
        {t('noAccount')} <WayBackLink href="/register">{t('signUp')}</WayBackLink>
      </p>
    </>
  )
}

/**
 * Renews a lost page cookie by stored tokens, without the password. Also tells if a timeout ended the
 * session.
 */
function useResume() {
  const [resuming, setResuming] = useState(false)
  const [timedOut, setTimedOut] = useState(false)
  useEffect(() => {
    if (takeTimeout()) setTimedOut(true)
    if (!hasTokens()) return
    setResuming(true)
    resumePageSession().then((resumed) => {
      if (resumed) window.location.replace(wayBack(window.location.search))
      else setResuming(false)
    })
  }, [])
  return { resuming, timedOut }
}

type CodeStepProps = {
  step: Exclude<LoginStep, 'password'>
  turnTo: (step: LoginStep) => void
  field: Omit<ComponentProps<typeof Field>, 'label'>
}

function CodeStep({ step, turnTo, field }: CodeStepProps) {
  const t = useTranslations('Login')
  const isApp = step === 'app'
  return (
    <div className="grid gap-5">
      <p role="status">{t('codeIntro')}</p>
      <Field
        label={t(isApp ? 'code' : 'recoveryCode')}
        hint={t(isApp ? 'codeHint' : 'recoveryHint')}
        // Recovery codes contain letters.
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize={isApp ? 'none' : 'characters'}
        spellCheck={false}
        required
        {...field}
      />
      <div className="-ms-5 -mt-2 flex flex-wrap gap-x-2">
        <Button tone="quiet" onClick={() => turnTo(isApp ? 'recovery' : 'app')}>
          {t(isApp ? 'useRecovery' : 'useApp')}
        </Button>
        <Button tone="quiet" onClick={() => turnTo('password')}>
          {t('otherAccount')}
        </Button>
      </div>
    </div>
  )
}
