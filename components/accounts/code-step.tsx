'use client'

import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import type { LoginStep } from './use-login.ts'

type CodeStepProps = {
  step: Exclude<LoginStep, 'password'>
  turnTo: (step: LoginStep) => void
  field: Omit<ComponentProps<typeof Field>, 'label'>
}

/** The second step of a login at the desk: the app's code, or a recovery code where the phone is not there. */
export function CodeStep({ step, turnTo, field }: CodeStepProps) {
  const t = useTranslations('Login')
  const isApp = step === 'app'
  return (
    <div className="grid gap-5">
      <p role="status">{t('codeIntro')}</p>
      <Field
        label={t(isApp ? 'code' : 'recoveryCode')}
        hint={t(isApp ? 'codeHint' : 'recoveryHint')}
        // A recovery code has letters.
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
