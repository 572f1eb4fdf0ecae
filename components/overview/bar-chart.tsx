import { useTranslations } from 'next-intl'

type BarChartProps = {
  title: string
  bars: readonly { at: string; when: string; value: number }[]
  show: (value: number) => string
  tone: 'leaf' | 'marigold' | 'alarm'
}

const tones = { leaf: 'fill-leaf', marigold: 'fill-marigold-deep', alarm: 'fill-alarm' }

/** Of the drawing, in its own units: it is stretched to its place. */
const HEIGHT = 100
const BAR = 10
const GAP = 3

/** One number over time: its sum, its highest, a bar for each step; the numbers themselves for who can't see bars. */
export function BarChart({ title, bars, show, tone }: BarChartProps) {
  const t = useTranslations('AdminOverview.charts')
  const sum = bars.reduce((total, { value }) => total + value, 0)
  const most = Math.max(0, ...bars.map(({ value }) => value))
  return (
    <figure className="min-w-0 rounded-2xl border border-line bg-surface p-4">
      <figcaption>
        <span className="text-sm font-semibold text-soft">{title}</span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <strong className="figures font-display text-2xl font-extrabold">{show(sum)}</strong>
          <span className="figures text-sm text-soft">{t('most', { value: show(most) })}</span>
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length * (BAR + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 block h-32 w-full"
      >
        {bars.map(({ at, when, value }, index) => {
          const height = most > 0 ? (value / most) * HEIGHT : 0
          const x = index * (BAR + GAP)
          return (
            <g key={at}>
              <title>{`${when}: ${show(value)}`}</title>
              {/* The whole column answers to the pointer, however small its bar. */}
              <rect x={x} y={0} width={BAR} height={HEIGHT} className="fill-transparent" />
              <rect x={x} y={HEIGHT - 1} width={BAR} height={1} className="fill-line" />
              <rect
                x={x}
                y={HEIGHT - Math.max(height, value > 0 ? 2 : 0)}
                width={BAR}
                height={Math.max(height, value > 0 ? 2 : 0)}
                className={tones[tone]}
              />
            </g>
          )
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-soft">
        <span>{bars[0]?.when}</span>
        <span>{bars.at(-1)?.when}</span>
      </div>
      <ul className="sr-only">
        {bars
          .filter(({ value }) => value > 0)
          .map(({ at, when, value }) => (
            <li key={at}>{`${when}: ${show(value)}`}</li>
          ))}
      </ul>
    </figure>
  )
}
