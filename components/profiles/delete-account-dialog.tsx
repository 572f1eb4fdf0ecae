import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { PasswordField } from '#components/accounts/password-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMyWallet } from '#components/wallets/use-my-wallet.ts'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { clearSession } from '#lib/client/session/change-session.ts'
import { closePageSession, leaveFor } from '#lib/client/session/page-session.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import { WITHDRAWAL_MIN } from '#lib/contract/payouts/constants.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'
import { RemainderChoice } from './remainder-choice.tsx'
import { useMyProfile } from './use-my-profile.ts'

const DELETED = '/account-deleted'

/** Asks for a typed word and the password. A remainder too small to withdraw must be given up by a tick. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Profile.account')
  const formats = useFormats()
  const client = useQueryClient()
  const role = useMyProfile().data?.user.role
  const { data: wallet } = useMyWallet({ enabled: role === 'dancer' || role === 'copyright_owner' })
  const remainder = remainderIn(wallet)
  const { form, isBusy, whole, formProps, field, errorOf } = useApiForm({
    defaultValues: { given_up: '', word: '', password: '' },
    toBody: ({ password, given_up }) => ({
      password,
      ...(given_up === '' ? {} : { given_up: Number(given_up) }),
    }),
    schema: async () => (await import('#lib/contract/profiles/calls.ts')).deleteMe.body,
    check: ({ word, given_up }): { word?: string; given_up?: string } => ({
      ...(remainder !== null && given_up === ''
        ? { given_up: t('giveUpMissing', { amount: formats.shillings(remainder) }) }
        : {}),
      ...(word.trim() === t('word') ? {} : { word: t('wordWrong', { word: t('word') }) }),
    }),
    sentence: (_, { code }) => (code === 'too_small' ? t('passwordMissing') : undefined),
    send: async (body) => {
      // The server ends the session before it answers, so other calls can fail meanwhile.
      leaveFor(DELETED)
      try {
        await api('POST /users/me/delete/', { body })
      } catch (error) {
        leaveFor(null)
        throw error
      }
      await closePageSession().catch(() => undefined)
      // Signs out as late as possible, because members' pages then redirect to login.
      window.addEventListener('pagehide', clearSession, { once: true })
      window.location.assign(DELETED)
    },
    refuse: (error) => {
      // 409: the wallet may have changed.
      if (error instanceof ApiError && error.status === 409) void renewWallet(client)
      const { password } = refusedFields(['password'], error)
      if (password) return { fields: { password } }
      return { whole: error instanceof ApiError && error.hasSentence ? error.message : t('deleteFailed') }
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('dialogTitle')} description={t('dialogDetail')}>
      <form {...formProps} className="mt-5 grid gap-5">
        {remainder === null ? null : (
          <RemainderChoice
            amount={remainder}
            error={errorOf('given_up')}
            onChange={() => form.clearErrors('given_up')}
          />
        )}
        <Field
          label={t('typeWord', { word: t('word') })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('word')}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          words={{ show: t('showPassword'), hide: t('hidePassword') }}
          {...field('password')}
        />
        <ErrorNote>{whole}</ErrorNote>
        <div className="grid gap-2">
          <SubmitButton busy={isBusy} tone="danger">
            {isBusy ? t('deleting') : t('confirm')}
          </SubmitButton>
          <Button size="large" wide onClick={onClose} disabled={isBusy}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The remainder in shillings if it is too small to withdraw; otherwise null. */
export function remainderIn(wallet: Pick<Wallet, 'balance' | 'held'> | null | undefined): number | null {
  if (!wallet || wallet.held > 0) return null
  return wallet.balance > 0 && wallet.balance < WITHDRAWAL_MIN ? wallet.balance : null
}
