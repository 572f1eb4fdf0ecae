'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api-client.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { inviteStaff } from '#lib/client/overview/admin-api.ts'
import { type StaffRole, staffRoles } from '#lib/contract/staff/calls.ts'

type InviteDialogProps = { onInvited: () => void; onClose: () => void }
type Problem = { fields: Record<string, string>; whole: string | null }

const none: Problem = { fields: {}, whole: null }

/** A name, an address and a role: the rest is in the mail. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const t = useTranslations('AdminStaff.form')
  const [isBusy, setBusy] = useState(false)
  const [role, setRole] = useState<StaffRole>('compliance_officer')
  const [problem, setProblem] = useState(none)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    setBusy(true)
    setProblem(none)
    try {
      const member = await inviteStaff({
        first_name: text('first_name'),
        last_name: text('last_name'),
        email: text('email'),
        role,
      })
      showToast({ title: t('sent'), description: member.email, tone: 'good' })
      onInvited()
    } catch (error) {
      setProblem(problemOf(error, t('tryAgain')))
    } finally {
      setBusy(false)
    }
  }
  const { fields } = problem
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('detail')}>
      <form onSubmit={submit} noValidate method="post" className="mt-5 grid gap-4">
        {/* The username is made of both names: that it is taken belongs to them. */}
        <Field label={t('firstName')} name="first_name" error={fields.first_name ?? fields.username} />
        <Field label={t('lastName')} name="last_name" error={fields.last_name} />
        <Field label={t('email')} name="email" type="email" inputMode="email" error={fields.email} />
        <SelectField
          label={t('role')}
          name="role"
          value={role}
          onChange={({ target }) =>
            setRole(staffRoles.find((one) => one === target.value) ?? 'compliance_officer')
          }
          options={staffRoles.map((value) => ({ value, words: t(`roles.${value}`) }))}
          error={fields.role}
        />
        <ErrorNote>{problem.whole}</ErrorNote>
        <SubmitButton busy={isBusy}>{t('send')}</SubmitButton>
      </form>
    </Dialog>
  )
}

function problemOf(error: unknown, fallback: string): Problem {
  if (!(error instanceof ApiError)) return { fields: {}, whole: fallback }
  const fields = fieldErrors(error.data)
  if (Object.keys(fields).length > 0) return { fields, whole: null }
  return { fields: {}, whole: error.hasSentence ? error.message : fallback }
}
