import { useTranslations } from 'next-intl'
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

type Point = {
  at: string
  /** The step in full, such as the whole date. */
  when: string
  tick: string
  /** Null if the step is in the future. */
  value: number | null
  /** The earlier value, for comparison. */
  before?: number
}

type BarChartProps = {
  title: string
  points: readonly Point[]
  show: (value: number) => string
  tone: 'leaf' | 'marigold' | 'alarm'
}

const tones = { leaf: 'var(--leaf)', marigold: 'var(--marigold-deep)', alarm: 'var(--alarm)' }

/** Such as 1.2K, equal in both languages. */
const short = (value: number) => new Intl.NumberFormat('en', { notation: 'compact' }).format(value)

const sumOf = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

export function BarChart({ title, points, show, tone }: BarChartProps) {
  const t = useTranslations('AdminOverview.charts')
  const isCompared = points.some(({ before }) => before !== undefined)
  const axis = { axisLine: false, tickLine: false, tick: { fill: 'var(--soft)', fontSize: 12 } }
  return (
    <figure className="min-w-0 rounded-xl border border-line bg-surface p-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm font-semibold text-soft">{title}</span>
        <strong className="figures ms-auto font-display text-xl font-extrabold">
          {show(sumOf(points.map(({ value }) => value)))}
        </strong>
        <span className="figures w-full text-end text-sm text-soft">
          {isCompared
            ? t('beforeSoFar', {
                value: show(sumOf(points.map(({ value, before }) => (value === null ? null : before)))),
              })
            : t('most', { value: show(Math.max(0, ...points.map(({ value }) => value ?? 0))) })}
        </span>
      </figcaption>
      <div aria-hidden="true" className="mt-2 h-36">
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 144 }}>
          <ComposedChart
            data={[...points]}
            accessibilityLayer={false}
            margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="tick" {...axis} interval="preserveStartEnd" minTickGap={24} height={20} />
            <YAxis
              {...axis}
              width={40}
              allowDecimals={false}
              tickCount={5}
              niceTicks="snap125"
              tickFormatter={short}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--sunken)' }}
              content={({ active, payload }) => {
                const point = points.find(({ at }) => at === payload?.[0]?.payload?.at)
                return active && point ? <Tip point={point} show={show} /> : null
              }}
            />
            <Bar dataKey="value" fill={tones[tone]} radius={[2, 2, 0, 0]} isAnimationActive={false} />
            {isCompared ? (
              <Line
                dataKey="before"
                type="linear"
                stroke="var(--edge)"
                strokeWidth={2}
                strokeDasharray="4 3"
                dot={false}
                activeDot={false}
                isAnimationActive={false}
              />
            ) : null}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <Numbers title={title} points={points} show={show} isCompared={isCompared} />
    </figure>
  )
}

function Tip({ point, show }: { point: Point; show: (value: number) => string }) {
  const t = useTranslations('AdminOverview.charts')
  return (
    <div className="figures rounded-lg border border-line bg-surface px-2.5 py-1.5 text-sm text-ink shadow-lift">
      <p className="text-soft">{point.when}</p>
      <p className="font-semibold">{point.value === null ? t('notYet') : show(point.value)}</p>
      {point.before === undefined ? null : <p>{t('before', { value: show(point.before) })}</p>}
    </div>
  )
}

type NumbersProps = Pick<BarChartProps, 'title' | 'points' | 'show'> & { isCompared: boolean }

/** The chart's numbers as a table, for screen readers and to copy. */
function Numbers({ title, points, show, isCompared }: NumbersProps) {
  const t = useTranslations('AdminOverview.charts')
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-soft underline underline-offset-4 pointer-coarse:min-h-11">
        {t('asTable')}
      </summary>
      {/* Focusable, so that keys scroll the table. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <section aria-label={title} tabIndex={0} className="mt-1 max-h-56 overflow-y-auto">
        <table className="figures w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-soft">
              <th scope="col" className="text-start font-semibold">
                {t('when')}
              </th>
              <th scope="col" className="text-end font-semibold">
                {title}
              </th>
              {isCompared ? (
                <th scope="col" className="text-end font-semibold">
                  {t('weekBefore')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, when, value, before }) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className="py-0.5 text-start font-normal">
                  {when}
                </th>
                <td className="text-end">{value === null ? t('notYet') : show(value)}</td>
                {isCompared ? <td className="text-end">{show(before ?? 0)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
