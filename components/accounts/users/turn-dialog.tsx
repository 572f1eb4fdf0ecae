import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { DEACTIVATION_REASON_MAX } from '#lib/contract/accounts/constants.ts'
import type { UserItem } from '#lib/contract/accounts/user-list.ts'
import { type Turn, useTurned } from './use-turned.ts'

type TurnDialogProps = { user: UserItem; onClose: () => void }

/** The user gets the reason by mail. */
export function DeactivateDialog({ user, onClose }: TurnDialogProps) {
  const t = useTranslations('AdminUsers.turn')
  return (
    <TurnDialog user={user} turn="deactivate" onClose={onClose}>
      <ul className="grid list-disc gap-1 ps-5 text-sm text-soft">
        <li>{t('offVideos')}</li>
        <li>{t('offPaid')}</li>
        {user.role === 'copyright_owner' ? <li>{t('offSongs')}</li> : null}
        <li>{t('offWallet')}</li>
      </ul>
    </TurnDialog>
  )
}

export function ActivateDialog({ user, onClose }: TurnDialogProps) {
  const t = useTranslations('AdminUsers.turn')
  return (
    <TurnDialog user={user} turn="activate" onClose={onClose}>
      <p className="text-sm text-soft">{t('onVideos')}</p>
    </TurnDialog>
  )
}

const calls = {
  activate: 'POST /admin/users/{id}/activate/',
  deactivate: 'POST /admin/users/{id}/deactivate/',
} as const

function TurnDialog({
  user,
  turn,
  onClose,
  children,
}: TurnDialogProps & { turn: Turn; children: ReactNode }) {
  const t = useTranslations('AdminUsers.turn')
  const { onDone, refused } = useTurned(user, onClose)
  const isOff = turn === 'deactivate'
  const { formProps, field, isBusy, whole } = useApiForm({
    defaultValues: { reason: '' },
    toBody: ({ reason }) => ({ reason }),
    schema: async () => (await import('#lib/contract/accounts/account-activation.ts')).deactivateUser.body,
    send: async (body) => {
      const { is_active } = await api(calls[turn], { path: { id: user.id }, body })
      onDone(is_active)
    },
    refuse: (error) => {
      const fields = refusedFields(['reason'], error)
      return Object.keys(fields).length > 0 ? { fields } : { whole: refused(error) }
    },
  })
  return (
    <ConfirmDialog
      title={t(isOff ? 'offTitle' : 'onTitle', { name: user.display_name || user.username })}
      description={t(isOff ? 'offDetail' : 'onDetail')}
      confirm={t(turn)}
      tone={isOff ? 'danger' : 'loud'}
      isBusy={isBusy}
      problem={whole}
      formRef={formProps.ref}
      onConfirm={formProps.onSubmit}
      onClose={onClose}
    >
      {children}
      <TextAreaField
        label={t('reason')}
        hint={t(isOff ? 'reasonHint' : 'onReasonHint')}
        maxLength={DEACTIVATION_REASON_MAX}
        {...field('reason')}
      />
    </ConfirmDialog>
  )
}
