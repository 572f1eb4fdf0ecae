'use client'

import { useTranslations } from 'next-intl'
import { setNewPassword } from '#lib/client/accounts/accounts-api.ts'
import { dropLinkToken } from '#lib/client/accounts/link-token.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, sentenceOf, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, endSession } from '#lib/client/http/api-client.ts'
import { errorCode, fieldErrors } from '#lib/client/http/error-message.ts'
import { hasTokens } from '#lib/client/session/session.ts'

type ResetEvents = {
  onDone: () => void
  /** The server knows no such token, or it is too old. */
  onInvalid: (sentence: string) => void
}

/** Sets a new password by the token of a mailed link. */
export function useResetPassword(token: string, { onDone, onInvalid }: ResetEvents) {
  const t = useTranslations('ResetPassword')
  return useApiForm({
    defaultValues: { password: '', confirmPassword: '' },
    toBody: ({ password }) => ({ token, password }),
    schema: async () => (await import('#lib/contract/accounts/calls.ts')).passwordResetConfirm.body,
    sentence: (_, { code }) => (code === 'too_big' ? undefined : t('weak')),
    check: ({ password, confirmPassword }) => ({
      ...(password === '' ? { password: t('passwordMissing') } : {}),
      ...(confirmPassword === ''
        ? { confirmPassword: t('confirmMissing') }
        : confirmPassword === password
          ? {}
          : { confirmPassword: t('mismatch') }),
    }),
    onWrong: ({ password, confirmPassword }) => {
      if (password === t('weak')) showToast({ title: t('weakToast'), description: password, tone: 'bad' })
      else if (confirmPassword === t('mismatch'))
        showToast({ title: t('mismatchToast'), description: confirmPassword, tone: 'bad' })
    },
    send: async ({ password }) => {
      await setNewPassword(token, password)
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
        return {}
      }
      const { password } = refusedFields(['password'], error)
      const whole = sentenceOf(error, { fallback: t('failed'), noConnection: t('noConnection') })
      showToast({ title: t(password ? 'weakToast' : 'failedToast'), description: whole, tone: 'bad' })
      return password ? { fields: { password } } : { whole }
    },
  })
}

function refusesToken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return errorCode(error.data) === 'invalid_link' || 'token' in fieldErrors(error.data)
}
