'use client'

import { useTranslations } from 'next-intl'
import { setNewPassword } from '#lib/client/accounts/accounts-api.ts'
import { dropLinkToken } from '#lib/client/accounts/link-token.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, endSession } from '#lib/client/http/api-client.ts'
import { errorCode, fieldErrors } from '#lib/client/http/error-message.ts'
import { hasTokens } from '#lib/client/session/session.ts'
import { passwordScore, STRENGTH_MIN } from '#lib/contract/accounts/passwords.ts'
import { sentenceOf, type Typed, useAccountForm } from './use-account-form.ts'

const fields = ['password', 'confirmPassword'] as const
type Field = (typeof fields)[number]

type ResetEvents = {
  onDone: () => void
  /** The server knows no such token, or it is too old. */
  onInvalid: (sentence: string) => void
}

/** Sets a new password by the token of a mailed link (spec 1, sections 5 and 8). */
export function useResetPassword(token: string, { onDone, onInvalid }: ResetEvents) {
  const t = useTranslations('ResetPassword')
  const check = (typed: Typed<Field>) => ({
    password: problemOf(typed('password')),
    confirmPassword: problemOfConfirmation(typed),
  })
  const problemOf = (password: string) => {
    if (password === '') return t('passwordMissing')
    return passwordScore(password) < STRENGTH_MIN ? t('weak') : undefined
  }
  const problemOfConfirmation = (typed: Typed<Field>) => {
    if (typed('confirmPassword') === '') return t('confirmMissing')
    return typed('password') === typed('confirmPassword') ? undefined : t('mismatch')
  }
  return useAccountForm<Field>({
    fields,
    check,
    onWrong: ({ password, confirmPassword }) => {
      const isWeak = password === t('weak')
      if (isWeak) showToast({ title: t('weakToast'), description: password, tone: 'bad' })
      else if (confirmPassword === t('mismatch'))
        showToast({ title: t('mismatchToast'), description: confirmPassword, tone: 'bad' })
    },
    send: async (typed) => {
      await setNewPassword(token, typed('password'))
      dropLinkToken('reset')
      // The server has ended every session of the account.
      if (hasTokens()) endSession()
      onDone()
    },
    refuse: (error) => {
      if (refusesToken(error)) {
        dropLinkToken('reset')
        const sentence = sentenceOf(error, { fallback: t('invalid'), noConnection: t('noConnection') })
        showToast({ title: t('invalidTokenToast'), description: sentence, tone: 'bad' })
        onInvalid(sentence)
        return { summary: null, fields: {} }
      }
      const { password } = error instanceof ApiError ? fieldErrors(error.data) : {}
      const sentence = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      const title = password ? t('weakToast') : t('failedToast')
      showToast({ title, description: sentence, tone: 'bad' })
      return password ? { summary: null, fields: { password } } : { summary: sentence, fields: {} }
    },
  })
}

function refusesToken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return errorCode(error.data) === 'invalid_link' || 'token' in fieldErrors(error.data)
}
