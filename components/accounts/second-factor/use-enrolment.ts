import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { resumePageSession } from '#lib/client/accounts/sign-in.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { BegunSecondFactor } from '#lib/contract/accounts/second-factor.ts'

export type EnrolmentView =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | ({ kind: 'scan' } & BegunSecondFactor)
  | { kind: 'done'; codes: string[] }
  | { kind: 'already' }

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
    // Each start invalidates the previous QR code, and React's strict mode runs this effect twice.
    if (begun.current) return
    begun.current = true
    void begin()
  }, [begin])

  useEffect(() => {
    // The page cookie lacks the second factor until it is renewed.
    if (view.kind === 'done' || view.kind === 'already') void resumePageSession()
  }, [view.kind])

  const form = useApiForm({
    defaultValues: { code: '' },
    toBody: ({ code }) => ({ code: code.trim() }),
    schema: async () => (await import('#lib/contract/accounts/second-factor.ts')).confirmSecondFactor.body,
    sentence: (_, { code }) => (code === 'too_small' ? t('codeMissing') : undefined),
    send: async ({ code }) => {
      const { recovery_codes } = await api('POST /users/auth/second-factor/confirm/', { body: { code } })
      setView({ kind: 'done', codes: recovery_codes })
    },
    refuse: (error) => {
      if (isAlready(error)) setView({ kind: 'already' })
      const whole = sentenceOf(error, { fallback: t('tryAgain'), noConnection: t('noConnection') })
      const isWrong = error instanceof ApiError && error.code === 'second_factor_wrong'
      const code = isWrong ? whole : refusedFields(['code'], error).code
      return code ? { fields: { code } } : { whole }
    },
  })
  return { view, begin, form }
}

function isAlready(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_enrolled'
}
