'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { resumePageSession } from '#lib/client/accounts/sign-in.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import type { BegunSecondFactor } from '#lib/contract/accounts/second-factor.ts'
import { sentenceOf, useAccountForm } from '../use-account-form.ts'

export type EnrolmentView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | ({ kind: 'scan' } & BegunSecondFactor)
  | { kind: 'done'; codes: string[] }
  | { kind: 'already' }

/** Sets up an authenticator app: a secret for it, then a code of it, then the recovery codes. */
export function useEnrolment() {
  const t = useTranslations('SecondFactor')
  const [view, setView] = useState<EnrolmentView>({ kind: 'loading' })
  const begun = useRef(false)

  const begin = useCallback(async () => {
    setView({ kind: 'loading' })
    try {
      setView({ kind: 'scan', ...(await api('POST /users/auth/second-factor/begin/')) })
    } catch (error) {
      setView({ kind: isAlready(error) ? 'already' : 'failed' })
    }
  }, [])

  useEffect(() => {
    // Each beginning makes the last one's QR code worthless, and React's strict mode runs this twice.
    if (begun.current) return
    begun.current = true
    void begin()
  }, [begin])

  useEffect(() => {
    // The cookie of pages still says that the app is missing.
    if (view.kind === 'done' || view.kind === 'already') void resumePageSession()
  }, [view.kind])

  const form = useAccountForm<'code'>({
    fields: ['code'],
    check: (typed) => ({ code: typed('code').trim() ? undefined : t('codeMissing') }),
    send: async (typed) => {
      const { recovery_codes } = await api('POST /users/auth/second-factor/confirm/', {
        body: { code: typed('code').trim() },
      })
      setView({ kind: 'done', codes: recovery_codes })
    },
    refuse: (error) => {
      if (isAlready(error)) setView({ kind: 'already' })
      const summary = sentenceOf(error, { fallback: t('tryAgain'), noConnection: t('noConnection') })
      const ofField = error instanceof ApiError ? fieldErrors(error.data).code : undefined
      const code = error instanceof ApiError && error.code === 'second_factor_wrong' ? summary : ofField
      return code ? { summary: null, fields: { code } } : { summary, fields: {} }
    },
  })
  return { view, begin, form }
}

function isAlready(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_enrolled'
}
