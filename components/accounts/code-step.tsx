'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import type { LoginStep } from './use-login.ts'

type CodeStepProps = {
  step: Exclude<LoginStep, 'password'>
  turnTo: (step: LoginStep) => void
  error: string | undefined
}

/** The second step of a login at the desk: the app's code, or a recovery code where the phone is not there. */
export function CodeStep({ step, turnTo, error }: CodeStepProps) {
  const t = useTranslations('Login')
  const isApp = step === 'app'
  return (
    <div className="grid gap-5">
      <p role="status">{t('codeIntro')}</p>
      <Field
        label={t(isApp ? 'code' : 'recoveryCode')}
        hint={t(isApp ? 'codeHint' : 'recoveryHint')}
        name="code"
        // A recovery code has letters.
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize={isApp ? 'none' : 'characters'}
        spellCheck={false}
        required
        // It takes the place of the field that was just sent.
        ref={focusOnce}
        error={error}
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

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
