import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import { PERSON_REASON_MAX } from '#lib/contract/people/constants.ts'
import { useChangedPerson } from './use-person.ts'

type ReasonDialogProps = {
  id: string
  call:
    | 'POST /admin/people/{id}/freeze-withdrawals/'
    | 'POST /admin/people/{id}/unfreeze-withdrawals/'
    | 'POST /admin/people/{id}/revoke-identity/'
  words: { title: string; detail: string; confirm: string; hint: string; done: string }
  tone: 'danger' | 'loud'
  onClose: () => void
}

export function ReasonDialog({ id, call, words, tone, onClose }: ReasonDialogProps) {
  const t = useTranslations('People')
  const changed = useChangedPerson()
  const { formProps, field, isBusy, whole } = useApiForm({
    defaultValues: { reason: '' },
    toBody: ({ reason }) => ({ reason }),
    schema: async () => (await import('#lib/contract/people/calls.ts')).freezeWithdrawals.body,
    send: async (body) => {
      changed.show(await api(call, { path: { id }, body }))
      showToast({ title: words.done, tone: 'good' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={words.title}
      description={words.detail}
      confirm={words.confirm}
      tone={tone}
      isBusy={isBusy}
      problem={whole}
      formRef={formProps.ref}
      onConfirm={formProps.onSubmit}
      onClose={onClose}
    >
      <TextAreaField
        label={t('reason')}
        hint={words.hint}
        maxLength={PERSON_REASON_MAX}
        {...field('reason')}
      />
    </ConfirmDialog>
  )
}
