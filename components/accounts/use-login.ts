import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { signIn } from '#lib/client/accounts/sign-in.ts'
import { keepWayBack, ownPlaceOf, wayBack } from '#lib/client/accounts/way-back.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { type FormProblem, refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError } from '#lib/client/http/api.ts'

/** The password; for staff then a code of the authenticator app or a recovery code. */
export type LoginStep = 'password' | 'app' | 'recovery'

type LoginField = 'email' | 'password' | 'code'

export function useLogin() {
  const t = useTranslations('Login')
  const router = useRouter()
  const [step, setStep] = useState<LoginStep>('password')
  const form = useApiForm({
    defaultValues: { email: '', password: '', code: '' },
    toBody: ({ email, password, code }) => ({
      email: email.trim(),
      password,
      code: step === 'password' ? '' : code.trim(),
    }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).login.body,
    sentence: (field, { code }) => (code === 'too_small' && field !== 'code' ? t(missing[field]) : undefined),
    check: ({ code }): Partial<Record<LoginField, string>> =>
      step === 'password' || code.trim() ? {} : { code: t(codeMissing[step]) },
    send: async ({ email, password, code = '' }) => {
      const { mustEnrol, userType } = await signIn(email, password, code)
      const { search } = window.location
      // Loads the whole page, so that the server sees the new cookie.
      window.location.assign(
        mustEnrol ? keepWayBack('/second-factor', search) : wayBack(search, ownPlaceOf(userType)),
      )
    },
    refuse: (error, { email }): FormProblem<LoginField> => {
      const refusal = error instanceof ApiError ? error.code : ''
      if (refusal === 'second_factor_required') {
        setStep('app')
        return {}
      }
      const whole = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      if (needsVerification(error)) {
        showToast({ title: t('verificationToast'), description: whole, tone: 'bad' })
        router.push(`/verify-email?${new URLSearchParams({ email: email.trim() })}`)
        return {}
      }
      if (refusal === 'second_factor_wrong') return { fields: { code: whole } }
      // The server refuses the password only now, so its step returns.
      if (refusal === 'no_active_account') setStep('password')
      return { whole: `${t('failedToast')}: ${whole}`, fields: refusedFields(['email', 'password'], error) }
    },
  })
  const { focus } = form
  const previous = useRef<LoginStep>(step)
  useEffect(() => {
    // The new step's field has replaced the one that had the focus.
    if (previous.current !== step) focus(step === 'password' ? 'password' : 'code')
    previous.current = step
  }, [step, focus])
  const turnTo = (next: LoginStep) => {
    setStep(next)
    form.form.setValue('code', '')
    form.form.clearErrors()
  }
  return { ...form, step, turnTo }
}

const missing = { email: 'emailMissing', password: 'passwordMissing' } as const
const codeMissing = { app: 'codeMissing', recovery: 'recoveryMissing' } as const

function needsVerification(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'verification_required' in error.data
  )
}
