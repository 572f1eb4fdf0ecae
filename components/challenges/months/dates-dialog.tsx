import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { refusedFields, type Typed, useApiForm } from '#lib/client/forms/use-api-form.ts'
import { api } from '#lib/client/http/api.ts'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { fallbackMessage } from '#lib/client/http/error-message.ts'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'

type DatesDialogProps = { month: RunningMonth; onClose: () => void; onMoved: () => unknown }
type MonthDates = BodyOf<'PATCH /admin/challenges/{id}/dates/'>
type Name = keyof MonthDates

const names: readonly Name[] = ['voting_starts_at', 'submissions_end_at', 'ends_at']

/** Edits future dates in Nairobi time; typing the month's name confirms. */
export function DatesDialog({ month, onClose, onMoved }: DatesDialogProps) {
  const t = useTranslations('Months')
  const formats = useFormats()
  const title = useMonthTitle()(month.title)
  const shown = datesToCome(month, serverClock.at())
  // Only dates that differ from these values are sent.
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

const dates = ['voting_starts_at', 'submissions_end_at', 'ends_at'] as const

/** The dates that can still move. Voting may have opened early, so its phase decides. */
export function datesToCome(month: RunningMonth, at: Date): readonly (typeof dates)[number][] {
  return dates.filter((name) =>
    name === 'voting_starts_at' ? month.phase === 'subscription' : Date.parse(month[name]) > at.getTime(),
  )
}

const NAIROBI_OFFSET_MS = 3 * 60 * 60 * 1000

/** Text for a datetime field in Nairobi time. @param moment ISO 8601 */
export function toNairobiField(moment: string): string {
  return new Date(Date.parse(moment) + NAIROBI_OFFSET_MS).toISOString().slice(0, 16)
}

/** Reads a datetime field in Nairobi time. @returns ISO 8601 in UTC; null if invalid */
export function fromNairobiField(text: string): string | null {
  const moment = new Date(`${text}:00+03:00`)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(moment.getTime())
    ? moment.toISOString()
    : null
}
