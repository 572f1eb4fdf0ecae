'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { signIn } from '#lib/client/accounts/sign-in.ts'
import { keepWayBack, wayBack } from '#lib/client/accounts/way-back.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { focusField, sentenceOf, useAccountForm } from './use-account-form.ts'

const fields = ['email', 'password', 'code'] as const
type Field = (typeof fields)[number]

/** What is asked for now: the password, then of staff the code of their app, or a recovery code in its place. */
export type LoginStep = 'password' | 'app' | 'recovery'

/** Signs in and goes on to where the person wanted to go. */
export function useLogin() {
  const t = useTranslations('Login')
  const router = useRouter()
  const [step, setStep] = useState<LoginStep>('password')
  const form = useAccountForm<Field>({
    fields,
    check: (typed) => ({
      email: typed('email').trim() ? undefined : t('emailMissing'),
      password: typed('password') ? undefined : t('passwordMissing'),
      code: step === 'password' || typed('code').trim() ? undefined : t(codeMissing[step]),
    }),
    send: async (typed) => {
      const { mustEnrol } = await signIn(typed('email').trim(), typed('password'), typed('code').trim())
      const { search } = window.location
      // A whole page load: pages behind a login read the cookie that was just set.
      window.location.assign(mustEnrol ? keepWayBack('/second-factor', search) : wayBack(search))
    },
    refuse: (error, typed) => {
      const refusal = error instanceof ApiError ? error.code : ''
      if (refusal === 'second_factor_required') {
        setStep('app')
        return { summary: null, fields: {} }
      }
      const summary = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      if (needsVerification(error)) {
        showToast({ title: t('verificationToast'), description: summary, tone: 'bad' })
        router.push(`/verify-email?${new URLSearchParams({ email: typed('email').trim() })}`)
        return { summary: null, fields: {} }
      }
      if (refusal === 'second_factor_wrong') return { summary: null, fields: { code: summary } }
      showToast({ title: t('failedToast'), description: summary, tone: 'bad' })
      // The password is asked for again, where that is what was refused.
      if (refusal === 'no_active_account') setStep('password')
      const { email, password } = error instanceof ApiError ? fieldErrors(error.data) : {}
      return { summary, fields: { email, password } }
    },
  })
  const previous = useRef<LoginStep>(step)
  useEffect(() => {
    // The button that led back is gone.
    if (step === 'password' && previous.current !== step) focusField(form.form.current, 'password')
    previous.current = step
  }, [step, form.form])
  const turnTo = (next: LoginStep) => {
    setStep(next)
    form.forget()
  }
  return { ...form, step, turnTo }
}

const codeMissing = { app: 'codeMissing', recovery: 'recoveryMissing' } as const

function needsVerification(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'verification_required' in error.data
  )
}
