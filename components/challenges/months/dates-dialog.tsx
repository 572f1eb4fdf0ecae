import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { fromNairobiField, toNairobiField } from '#lib/client/formats/nairobi-field.ts'
import { refusedFields, type Typed, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'
import { datesToCome } from './dates-to-come.ts'

type DatesDialogProps = { month: RunningMonth; onClose: () => void; onMoved: () => unknown }
type MonthDates = BodyOf<'PATCH /admin/challenges/{id}/dates/'>
type Name = keyof MonthDates

const names: readonly Name[] = ['voting_starts_at', 'submissions_end_at', 'ends_at']

/** The dates to come, on Nairobi's clock; what is moved is confirmed by the month's name. */
export function DatesDialog({ month, onClose, onMoved }: DatesDialogProps) {
  const t = useTranslations('Months')
  const formats = useFormats()
  const title = useMonthTitle()(month.title)
  const shown = datesToCome(month, serverClock.at())
  // What was opened is what a date is moved from, also where somebody else moves one meanwhile.
  const [opened] = useState(() => fieldsOf(month))
  const { formProps, field, isBusy, whole } = useApiForm({
    defaultValues: opened,
    toBody: (typed) => {
      const moved: MonthDates = {}
      for (const name of shown)
        if (typed[name] !== opened[name]) moved[name] = fromNairobiField(typed[name]) ?? typed[name]
      return moved
    },
    schema: async () => (await import('#lib/contract/challenges/calls.ts')).moveDates.body,
    sentence: () => t('notAMoment'),
    send: async (moved) => {
      if (Object.keys(moved).length === 0) throw new Error(t('nothingMoved'))
      await api('PATCH /admin/challenges/{id}/dates/', { path: { id: month.id }, body: moved })
      showToast({ title: t('datesMoved', { title }), tone: 'good' })
      onMoved()
      onClose()
    },
    refuse: (error) => {
      const fields = refusedFields(names, error)
      if (Object.keys(fields).length > 0) return { fields }
      return { whole: error instanceof Error ? error.message : fallbackMessage() }
    },
  })
  return (
    <ConfirmDialog
      title={t('moveDates')}
      description={t('datesNote', { latest: formats.moment(month.latest_end_at) })}
      confirm={t('saveDates')}
      typed={{ label: t('typeTitle'), words: title }}
      isBusy={isBusy}
      problem={whole}
      formRef={formProps.ref}
      onConfirm={formProps.onSubmit}
      onClose={onClose}
    >
      {shown.map((name) => (
        <Field
          key={name}
          type="datetime-local"
          label={t(`dates.${name}`)}
          hint={t('was', { time: formats.moment(month[name]) })}
          {...field(name)}
        />
      ))}
    </ConfirmDialog>
  )
}

function fieldsOf(month: RunningMonth): Typed<Name> {
  return {
    voting_starts_at: toNairobiField(month.voting_starts_at),
    submissions_end_at: toNairobiField(month.submissions_end_at),
    ends_at: toNairobiField(month.ends_at),
  }
}
