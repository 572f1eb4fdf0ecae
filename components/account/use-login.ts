'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/client/api-client.ts'
import { fieldErrors } from '#lib/client/error-message.ts'
import { signIn } from '#lib/client/sign-in.ts'
import { showToast } from '#lib/client/toasts.ts'
import { wayBack } from '#lib/client/way-back.ts'

export type LoginProblem = { summary: string | null; fields: { email?: string; password?: string } }

/** Signs in and goes on to where the person wanted to go. */
export function useLogin() {
  const t = useTranslations('Login')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const wrong = problem?.fields.email ? 'email' : problem?.fields.password ? 'password' : null
    const input = wrong ? form.current?.elements.namedItem(wrong) : null
    if (input instanceof HTMLInputElement) input.focus()
  }, [problem])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    const password = String(form.get('password') ?? '')
    const missing = {
      email: email ? undefined : t('emailMissing'),
      password: password ? undefined : t('passwordMissing'),
    }
    if (missing.email || missing.password) return setProblem({ summary: null, fields: missing })
    setBusy(true)
    setProblem(null)
    try {
      await signIn(email, password)
      // A whole page load: pages behind a login read the cookie that was just set.
      window.location.assign(wayBack(window.location.search))
    } catch (error) {
      setBusy(false)
      const next = problemOf(error, t('failed'), t('noConnection'))
      setProblem(next)
      const title = needsVerification(error) ? t('verificationToast') : t('failedToast')
      showToast({ title, description: next.summary ?? undefined, tone: 'bad' })
    }
  }
  return { busy, problem, submit, form }
}

function problemOf(error: unknown, fallback: string, noConnection: string): LoginProblem {
  if (!(error instanceof ApiError)) return { summary: fallback, fields: {} }
  if (error.status === 0) return { summary: noConnection, fields: {} }
  const { email, password } = fieldErrors(error.data)
  return { summary: error.hasSentence ? error.message : fallback, fields: { email, password } }
}

function needsVerification(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'verification_required' in error.data
  )
}
