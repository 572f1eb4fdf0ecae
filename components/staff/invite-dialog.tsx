import { useTranslations } from 'next-intl'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { type StaffRole, staffRoles } from '#lib/contract/staff/constants.ts'

type InviteDialogProps = { onInvited: () => void; onClose: () => void }

const firstRole: StaffRole = 'compliance_officer'
const blank = { first_name: '', last_name: '', email: '', role: firstRole }

/** A super admin's invitation is mailed only once another super admin confirms. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const t = useTranslations('AdminStaff.form')
  const roles = useTranslations('AdminStaff.roles')
  const { isBusy, whole, formProps, field } = useApiForm({
    defaultValues: blank,
    toBody: ({ role, ...typed }) => ({ ...typed, role: staffRoles.find((one) => one === role) ?? firstRole }),
    schema: async () => (await import('#lib/contract/staff/calls.ts')).inviteStaff.body,
    // The username is first and last name, so its error is shown at the first name.
    fieldOf: { username: 'first_name' },
    send: async (body) => {
      const member = await api('POST /admin/compliance-staff/', { body })
      const said = member.awaits_confirmation
        ? { title: t('waits', { name: member.username }), description: t('waitsDetail') }
        : { title: t('sent'), description: member.email }
      showToast({ ...said, tone: 'good' })
      onInvited()
    },
    refuse: (error) => {
      const fields = refusedFields(['first_name', 'last_name', 'email', 'role'], error, {
        username: 'first_name',
      })
      if (Object.keys(fields).length > 0) return { fields }
      return { whole: error instanceof ApiError && error.hasSentence ? error.message : t('tryAgain') }
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('detail')}>
      <form {...formProps} className="mt-5 grid gap-4">
        <Field label={t('firstName')} {...field('first_name')} />
        <Field label={t('lastName')} {...field('last_name')} />
        <Field label={t('email')} type="email" inputMode="email" {...field('email')} />
        <SelectField
          label={t('role')}
          options={staffRoles.map((value) => ({ value, words: roles(value) }))}
          {...field('role')}
        />
        <ErrorNote>{whole}</ErrorNote>
        <SubmitButton busy={isBusy}>{t('send')}</SubmitButton>
      </form>
    </Dialog>
  )
}
