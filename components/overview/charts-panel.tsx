import { useLocale, useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { useAddressParam, visitParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SystemStats } from '#lib/contract/overview/calls.ts'
import { type StatsStep, statsSteps } from '#lib/contract/overview/constants.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'
import { BarChart } from './bar-chart.tsx'
import { useStats } from './use-overview.ts'

export function ChartsPanel() {
  const t = useTranslations('AdminOverview.charts')
  const step = useAddressParam('step', statsSteps, 'day')
  const stats = useStats(step)
  return (
    <section aria-labelledby="charts-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="charts-title" className="text-lg">
          {t(`title.${step}`)}
        </h3>
        <Steps step={step} />
      </div>
      <div className="mt-2">
        {stats.data ? (
          <Charts stats={stats.data} isStale={stats.isPlaceholderData} />
        ) : stats.isError ? (
          <LoadFailed words={t('failed')} onRetry={stats.refetch} retrying={stats.isFetching} />
        ) : (
          <div aria-hidden="true" className="skeleton h-56 rounded-2xl" />
        )}
      </div>
    </section>
  )
}

function Steps({ step }: { step: StatsStep }) {
  const t = useTranslations('AdminOverview.charts')
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-full bg-sunken p-1">
      <legend className="sr-only">{t('step')}</legend>
      {(['hour', 'day'] as const).map((one) => (
        <label
          key={one}
          className="grid min-h-11 cursor-pointer place-items-center rounded-full px-4 text-sm font-semibold has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-drum"
        >
          <input
            type="radio"
            name="step"
            className="sr-only"
            checked={one === step}
            onChange={() => visitParam('step', one === 'day' ? null : one)}
          />
          {t(`steps.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

function Charts({ stats: { series, step }, isStale }: { stats: SystemStats; isStale: boolean }) {
  const t = useTranslations('AdminOverview.charts')
  const formats = useFormats()
  const locale = useLocale()
  const dayTick = new Intl.DateTimeFormat(formatLocales[isLocale(locale) ? locale : defaultLocale], {
    day: 'numeric',
    month: 'short',
    timeZone: 'Africa/Nairobi',
  })
  const when = step === 'hour' ? formats.moment : formats.day
  const tick = (at: string) => (step === 'hour' ? formats.time(new Date(at)) : dayTick.format(new Date(at)))
  const points = (value: (one: SystemStats['series'][number]) => number) =>
    series.map((one) => ({ at: one.at, when: when(one.at), tick: tick(one.at), value: value(one) }))
  return (
    <div className={cn('grid grid-cols-1 gap-3 lg:grid-cols-3', isStale && 'opacity-60')}>
      <BarChart
        title={t('volume')}
        points={points(({ volume }) => volume)}
        show={formats.shillings}
        tone="leaf"
      />
      <BarChart
        title={t('votes')}
        points={points(({ votes }) => votes)}
        show={formats.count}
        tone="marigold"
      />
      <BarChart
        title={t('errors')}
        points={points(({ errors }) => errors)}
        show={formats.count}
        tone="alarm"
      />
    </div>
  )
}
