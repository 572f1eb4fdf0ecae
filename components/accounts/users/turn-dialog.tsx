import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import { DEACTIVATION_REASON_MAX } from '#lib/contract/accounts/constants.ts'
import type { UserItem } from '#lib/contract/accounts/user-list.ts'
import { useTurned } from './use-turned.ts'

type TurnDialogProps = { user: UserItem; onClose: () => void }

/** Says what follows and asks for the reason, which is mailed. */
export function DeactivateDialog({ user, onClose }: TurnDialogProps) {
  const t = useTranslations('AdminUsers.turn')
  const { onDone, refused } = useTurned(user, onClose)
  const { formProps, field, isBusy, whole } = useApiForm({
    defaultValues: { reason: '' },
    toBody: ({ reason }) => ({ reason }),
    schema: async () => (await import('#lib/contract/accounts/account-activation.ts')).deactivateUser.body,
    send: async (body) => {
      const { is_active } = await api('POST /admin/users/{id}/deactivate/', { path: { id: user.id }, body })
      onDone(is_active)
    },
    refuse: (error) => {
      const fields = refusedFields(['reason'], error)
      return Object.keys(fields).length > 0 ? { fields } : { whole: refused(error) }
    },
  })
  return (
    <ConfirmDialog
      title={t('offTitle', { name: user.username })}
      description={t('offDetail')}
      confirm={t('deactivate')}
      isBusy={isBusy}
      problem={whole}
      formRef={formProps.ref}
      onConfirm={formProps.onSubmit}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 ps-5 text-sm text-soft">
        <li>{t('offVideos')}</li>
        <li>{t('offPaid')}</li>
        {user.role === 'copyright_owner' ? <li>{t('offSongs')}</li> : null}
        <li>{t('offWallet')}</li>
      </ul>
      <TextAreaField
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={DEACTIVATION_REASON_MAX}
        {...field('reason')}
      />
    </ConfirmDialog>
  )
}

export function ActivateDialog({ user, onClose }: TurnDialogProps) {
  const t = useTranslations('AdminUsers.turn')
  const { onDone, refused } = useTurned(user, onClose)
  const { isPending, error, send } = useSend({
    mutationFn: async () => {
      try {
        return await api('POST /admin/users/{id}/activate/', { path: { id: user.id } })
      } catch (failure) {
        throw new Error(refused(failure))
      }
    },
    onSuccess: ({ is_active }) => onDone(is_active),
  })
  return (
    <ConfirmDialog
      title={t('onTitle', { name: user.username })}
      description={t('onDetail')}
      confirm={t('activate')}
      tone="loud"
      isBusy={isPending}
      problem={error?.message}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p className="text-sm text-soft">{t('onVideos')}</p>
    </ConfirmDialog>
  )
}
