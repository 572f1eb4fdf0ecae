'use client'

import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { fieldErrors } from '#lib/client/http/error-message.ts'
import { type StaffRole, staffRoles } from '#lib/contract/staff/constants.ts'

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
      const member = await api('POST /admin/compliance-staff/', {
        body: {
          first_name: text('first_name'),
          last_name: text('last_name'),
          email: text('email'),
          role,
        },
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
        {problem.whole ? (
          <p role="alert" className="rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
            {problem.whole}
          </p>
        ) : null}
        <Button type="submit" tone="loud" size="large" wide aria-busy={isBusy}>
          {isBusy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
          {t('send')}
        </Button>
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
