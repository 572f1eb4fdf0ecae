import { CalendarClock, CircleCheck, FastForward, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'
import { DatesDialog } from './dates-dialog.tsx'

type MonthCardProps = { month: RunningMonth; onMoved: () => unknown }

export function MonthCard({ month, onMoved }: MonthCardProps) {
  const t = useTranslations('Months')
  const monthTitle = useMonthTitle()
  const [open, setOpen] = useState<'phase' | 'dates' | null>(null)
  const close = () => setOpen(null)
  const canMoveDates = month.phase === 'subscription' || month.phase === 'voting'
  return (
    <section
      aria-labelledby={`month-${month.id}`}
      className="grid gap-5 rounded-2xl border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={`month-${month.id}`} className="text-xl">
          {monthTitle(month.title)}
        </h3>
        <span className="rounded-full bg-ink px-3 py-1 text-sm font-semibold text-paper">
          {t(`phases.${month.phase}`)}
        </span>
      </div>
      <Dates month={month} />
      <div className="grid gap-2">
        <h4 className="font-semibold">{t('waitsFor')}</h4>
        <Waits month={month} />
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line pt-5 max-sm:[&>*]:w-full">
        {canMoveDates ? (
          <Button onClick={() => setOpen('dates')}>
            <CalendarClock aria-hidden="true" className="size-4" /> {t('moveDates')}
          </Button>
        ) : null}
        <Button tone="danger" onClick={() => setOpen('phase')}>
          <FastForward aria-hidden="true" className="size-4" /> {t(`moves.${month.next_phase}.button`)}
        </Button>
      </div>
      {open === 'phase' ? <PhaseDialog month={month} onClose={close} onMoved={onMoved} /> : null}
      {open === 'dates' ? <DatesDialog month={month} onClose={close} onMoved={onMoved} /> : null}
    </section>
  )
}

const dates = ['starts_at', 'voting_starts_at', 'submissions_end_at', 'ends_at'] as const

function Dates({ month }: { month: RunningMonth }) {
  const t = useTranslations('Months')
  const formats = useFormats()
  return (
    <dl className="figures grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {dates.map((name) => (
        <div key={name} className="rounded-2xl bg-sunken px-4 py-3">
          <dt className="text-sm text-soft">{t(`dates.${name}`)}</dt>
          <dd className="font-semibold">
            <time dateTime={month[name]}>{formats.moment(month[name])}</time>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Waits({ month }: { month: RunningMonth }) {
  const t = useTranslations('Months')
  const formats = useFormats()
  const { closes_from: from, statement, held, reversed } = month
  const waits = [
    ...(from ? [t('closesFrom', { time: formats.moment(from) })] : []),
    ...(statement ? [statementWords(t, formats, statement)] : []),
    ...(month.payments_open > 0 ? [t('paymentsOpen', { count: month.payments_open })] : []),
    ...(held ? [t('giftsHeld', { count: held.gifts, until: formats.moment(held.waits_until) })] : []),
    ...(reversed
      ? [t('giftsReversed', { count: reversed.gifts, until: formats.moment(reversed.waits_until) })]
      : []),
    ...(month.callbacks_open > 0 ? [t('callbacksOpen', { count: month.callbacks_open })] : []),
  ]
  return (
    <>
      {month.close_problem ? (
        <p role="alert" className="flex gap-2 rounded-2xl bg-alarm-wash px-4 py-3 font-semibold text-alarm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" /> {month.close_problem}
        </p>
      ) : null}
      {waits.length === 0 ? (
        <p className="flex gap-2 text-soft">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" /> {t('nothingOpen')}
        </p>
      ) : (
        <ul className="list-disc ps-5">
          {waits.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function statementWords(
  t: ReturnType<typeof useTranslations<'Months'>>,
  formats: ReturnType<typeof useFormats>,
  { read_to, needed_to, waits_until }: NonNullable<RunningMonth['statement']>,
): string {
  const [needed, until] = [formats.moment(needed_to), formats.moment(waits_until)]
  return read_to
    ? t('statementOpen', { read: formats.moment(read_to), needed, until })
    : t('statementUnread', { needed, until })
}

export function CloseWaits({ month }: { month: RunningMonth }) {
  const t = useTranslations('Months')
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('waitsFor')}</h3>
      <Waits month={month} />
      {month.statement ? <p className="font-semibold text-alarm">{t('closedWithout')}</p> : null}
      {month.held ? (
        <p className="font-semibold text-alarm">{t('closedWithoutGifts', { count: month.held.gifts })}</p>
      ) : null}
      {month.reversed ? (
        <p className="font-semibold text-alarm">{t('closedWithReversed', { count: month.reversed.gifts })}</p>
      ) : null}
    </div>
  )
}

type PhaseDialogProps = { month: RunningMonth; onClose: () => void; onMoved: () => unknown }

/** Moves a month to its next phase. Irreversible, so the month's name must be typed. */
function PhaseDialog({ month, onClose, onMoved }: PhaseDialogProps) {
  const t = useTranslations('Months')
  const title = useMonthTitle()(month.title)
  // Confirms the phase that the dialog showed first, even if the month moves meanwhile.
  const [phase] = useState(month.next_phase)
  const isMoot = month.next_phase !== phase
  const { isPending, error, send } = useSend({
    mutationFn: () =>
      api('POST /admin/challenges/{id}/phase/', {
        path: { id: month.id },
        body: { phase },
      }),
    onSuccess: () => {
      showToast({
        title: t('moved', { title, phase: t(`phases.${phase}`) }),
        tone: 'good',
      })
      onClose()
    },
    onSettled: () => {
      onMoved()
    },
  })
  return (
    <ConfirmDialog
      title={t(`moves.${phase}.title`)}
      description={t(`moves.${phase}.detail`)}
      confirm={t(`moves.${phase}.button`)}
      typed={{ label: t('typeTitle'), words: title }}
      isBusy={isPending}
      isMoot={isMoot}
      problem={isMoot ? t('movedMeanwhile', { phase: t(`phases.${month.phase}`) }) : error?.message}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      {phase === 'closed' && !isMoot ? <CloseWaits month={month} /> : null}
    </ConfirmDialog>
  )
}
