import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { fromNairobiField, toNairobiField } from '#lib/client/formats/nairobi-field.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { firstFieldErrors } from '#lib/client/http/error-message.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'

type DatesDialogProps = { month: RunningMonth; onClose: () => void; onMoved: () => unknown }
type MonthDates = BodyOf<'PATCH /admin/challenges/{id}/dates/'>
type Name = keyof MonthDates

const names: readonly Name[] = ['voting_starts_at', 'submissions_end_at', 'ends_at']

/** The dates to come, on Nairobi's clock; what is moved is confirmed by the month's name. */
export function DatesDialog({ month, onClose, onMoved }: DatesDialogProps) {
  const t = useTranslations('Months')
  const formats = useFormats()
  const shown = names.filter((name) => name !== 'voting_starts_at' || month.phase === 'subscription')
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({})
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const shownValue = (name: Name) => typed[name] ?? toNairobiField(month[name])

  const { isPending, send } = useSend({
    mutationFn: (changed: MonthDates) =>
      api('PATCH /admin/challenges/{id}/dates/', { path: { id: month.id }, body: changed }),
    onSuccess: () => {
      showToast({ title: t('datesMoved', { title: month.title }), tone: 'good' })
      onMoved()
      onClose()
    },
    onError: (error) => {
      const found = fieldErrors(error)
      setErrors(found)
      if (Object.keys(found).length === 0) setProblem(error.message)
    },
  })

  const save = () => {
    const changed: MonthDates = {}
    for (const name of shown) {
      if (typed[name] === undefined || typed[name] === toNairobiField(month[name])) continue
      const moment = fromNairobiField(typed[name])
      if (moment === null) return setErrors({ [name]: t('notAMoment') })
      changed[name] = moment
    }
    if (Object.keys(changed).length === 0) return setProblem(t('nothingMoved'))
    setProblem(null)
    void send(changed)
  }
  return (
    <ConfirmDialog
      title={t('moveDates')}
      description={t('datesNote', { latest: formats.moment(month.latest_end_at) })}
      confirm={t('saveDates')}
      typed={{ label: t('typeTitle'), words: month.title }}
      isBusy={isPending}
      problem={problem}
      onConfirm={save}
      onClose={onClose}
    >
      {shown.map((name) => (
        <Field
          key={name}
          type="datetime-local"
          label={t(`dates.${name}`)}
          hint={t('was', { time: formats.moment(month[name]) })}
          error={errors[name]}
          value={shownValue(name)}
          onChange={(event) => {
            setTyped({ ...typed, [name]: event.target.value })
            setErrors({ ...errors, [name]: undefined })
          }}
        />
      ))}
    </ConfirmDialog>
  )
}

function fieldErrors(error: unknown): Partial<Record<Name, string>> {
  const sentences = error instanceof ApiError ? firstFieldErrors(error.data) : {}
  return Object.fromEntries(names.flatMap((name) => (sentences[name] ? [[name, sentences[name]]] : [])))
}
