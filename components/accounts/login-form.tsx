'use client'

import { useTranslations } from 'next-intl'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordField } from './password-field.tsx'
import { useLogin } from './use-login.ts'
import { useResume } from './use-resume.ts'
import { WayBackLink } from './way-back-link.tsx'

/** Email and password; what was typed stays, whatever goes wrong. */
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
        {/* What was typed stays in the form while the code is asked for. */}
        <div hidden={step !== 'password'} className="grid gap-5 [&[hidden]]:hidden">
          <Field
            label={t('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...field('email')}
          />
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
