import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DayField } from '#components/desk/day-field.tsx'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, dayIn, useAddressQuery } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { daysOfMonth, nairobiToday } from '#lib/client/formats/nairobi-days.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'

type Answer = AnswerOf<'GET /admin/period/'>
type Figure = keyof Answer['now']['figures']

/** Figures by group; in `ours` the first is the sum of the others. */
const parts = [
  { id: 'in', figures: ['gifts', 'votes', 'subscriptions', 'topups'] },
  { id: 'ours', figures: ['revenue', 'revenue_votes', 'revenue_subscriptions', 'revenue_other'] },
  { id: 'out', figures: ['withdrawals', 'prizes', 'royalties', 'refunds'] },
] as const satisfies readonly { id: string; figures: readonly Figure[] }[]

/** Money of this month, the last month or chosen days, beside the same days of the month before. */
export function PeriodPanel() {
  const t = useTranslations('AdminOverview.period')
  const { from, to, choice } = periodOf(useAddressQuery(), nairobiToday())
  const query = useQuery({
    ...apiQuery('GET /admin/period/', { query: { from, to } }),
    enabled: from <= to,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return (
    <section aria-labelledby="period-title">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 id="period-title" className="text-lg">
          {t('title')}
        </h3>
        <Choice from={from} to={to} choice={choice} />
      </div>
      <div className="mt-3">
        {from > to ? null : query.data ? (
          <Figures answer={query.data} isStale={query.isPlaceholderData} />
        ) : query.isError ? (
          <LoadFailed
            words={t('failed')}
            error={query.error}
            onRetry={query.refetch}
            retrying={query.isFetching}
          />
        ) : (
          <div aria-hidden="true" className="skeleton h-72 rounded-2xl" />
        )}
      </div>
    </section>
  )
}

const choices = ['this', 'last', 'custom'] as const
type Period = { from: string; to: string; choice: (typeof choices)[number] }

/**
 * The period in the address: `days=last` for the last month, or two dates; by default this month. Two dates
 * that equal the last month still count as chosen days.
 */
export function periodOf(query: string, today: string): Period {
  const params = new URLSearchParams(query)
  const [from, to] = [dayIn(params, 'from'), dayIn(params, 'to')]
  if (params.get('days') === 'last') return { ...daysOfMonth(today, -1), choice: 'last' }
  if (from && to) return { from, to, choice: 'custom' }
  return { from: daysOfMonth(today, 0).from, to: today, choice: 'this' }
}

/** Address parameters of a choice. Chosen days start with those shown now. */
export function chosen(next: string, { from, to }: Pick<Period, 'from' | 'to'>) {
  if (next === 'custom') return { days: null, from, to }
  return { days: next === 'last' ? 'last' : null, from: null, to: null }
}

function Choice({ from, to, choice }: Period) {
  const t = useTranslations('AdminOverview.period')
  const retype = (name: 'from' | 'to', day: string) => {
    if (day !== '') replaceAddress(addressWith({ from, to, [name]: day }))
  }
  return (
    <div className="flex w-full flex-wrap items-start gap-3 sm:w-auto">
      <SelectField
        label={t('which')}
        className="w-full sm:w-48"
        value={choice}
        onChange={({ target }) => visit(addressWith(chosen(target.value, { from, to })))}
        options={choices.map((one) => ({
          value: one,
          words: t(`choices.${one}`),
        }))}
      />
      {choice === 'custom' ? (
        <>
          <DayField
            label={t('from')}
            className="min-w-36 flex-1"
            value={from}
            max={to}
            onDay={(day) => retype('from', day)}
          />
          <DayField
            label={t('to')}
            className="min-w-36 flex-1"
            value={to}
            min={from}
            error={from > to ? t('backwards') : null}
            onDay={(day) => retype('to', day)}
          />
        </>
      ) : null}
    </div>
  )
}

function Figures({ answer: { now, before }, isStale }: { answer: Answer; isStale: boolean }) {
  const t = useTranslations('AdminOverview.period')
  const formats = useFormats()
  const days = ({ from, to }: Answer['now']) =>
    t('days', { from: formats.day(`${from}T12:00:00Z`), to: formats.day(`${to}T12:00:00Z`) })
  return (
    <div className={cn('grid grid-cols-1 items-start gap-4 lg:grid-cols-3', isStale && 'opacity-60')}>
      {parts.map(({ id, figures }) => (
        <section
          key={id}
          aria-labelledby={`period-${id}`}
          className="rounded-xl border border-line bg-surface p-3"
        >
          <h4 id={`period-${id}`} className="px-2 text-sm font-semibold text-soft">
            {t(`parts.${id}`)}
          </h4>
          <ul aria-labelledby={`period-${id}`} className="mt-1 grid gap-1">
            {figures.map((figure) => (
              <li key={figure}>
                <Line figure={figure} now={now} before={before} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="figures text-sm text-soft lg:col-span-3">
        {t('compared', { now: days(now), before: days(before) })} {t('noCharges')}
      </p>
    </div>
  )
}

function Line({ figure, now, before }: { figure: Figure; now: Answer['now']; before: Answer['before'] }) {
  const t = useTranslations('AdminOverview.period')
  const formats = useFormats()
  const show = figure === 'votes' ? formats.count : formats.shillings
  const [is, was] = [now.figures[figure], before.figures[figure]]
  return (
    <DeskLink href={whereIs(figure, now)} className="block rounded-lg px-2 py-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={cn(figure === 'revenue' && 'font-semibold')}>{t(`figures.${figure}`)}</span>
        <span className="figures ms-auto font-semibold">{show(is)}</span>
      </span>
      <span className="figures flex flex-wrap items-center justify-between gap-x-3 text-sm text-soft">
        <span>{t('before', { amount: show(was) })}</span>
        <Change is={is} was={was} />
      </span>
    </DeskLink>
  )
}

/** Change in percent; "new" if the earlier value is zero. */
function Change({ is, was }: { is: number; was: number }) {
  const t = useTranslations('AdminOverview.period')
  const formats = useFormats()
  if (was === 0) return is === 0 ? null : <span>{t('isNew')}</span>
  const percent = Math.round(((is - was) / Math.abs(was)) * 100)
  if (percent === 0) return <span className="text-ink">{t('same')}</span>
  const Arrow = percent > 0 ? ArrowUp : ArrowDown
  return (
    <span className="inline-flex items-center gap-1 text-ink">
      <Arrow aria-hidden="true" className="size-4" />
      <span aria-hidden="true">{formats.count(Math.abs(percent))}%</span>
      <span className="sr-only">
        {t(percent > 0 ? 'more' : 'less', { percent: formats.count(Math.abs(percent)) })}
      </span>
    </span>
  )
}

/** Address of the list behind a figure: payments by order day, outgoing money by payment day. */
function whereIs(figure: Figure, { from, to }: Answer['now']): string | undefined {
  const payments = (more: Record<string, string>) =>
    `?${new URLSearchParams({ tab: 'payments', view: 'all', ...more, from, to })}`
  const out = (kind: string) => `?${new URLSearchParams({ tab: 'money-out', kind, by: 'paid', from, to })}`
  switch (figure) {
    case 'gifts':
    case 'votes':
      return payments({ purpose: 'gift', state: 'counted' })
    case 'subscriptions':
      return payments({ purpose: 'subscription', state: 'counted' })
    case 'topups':
      return payments({ purpose: 'topup', state: 'counted' })
    case 'revenue':
      return '?tab=wallets'
    case 'withdrawals':
      return out('withdrawal')
    case 'prizes':
      return out('prize')
    case 'royalties':
      return out('royalty')
    case 'refunds':
      return out('refund')
    default:
      return undefined
  }
}
