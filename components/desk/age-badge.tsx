import { Clock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'

const looks = {
  fresh: 'text-soft',
  day: 'rounded-full bg-marigold px-2.5 text-on-marigold font-semibold',
  days: 'rounded-full bg-alarm-wash px-2.5 text-alarm font-semibold',
}

type AgeBadgeProps = {
  since: string
  now: Date
  /** No warning, because nobody can act on the item. */
  isCalm?: boolean
}

/** Highlights ages over one day, strongly over three. */
export function AgeBadge({ since, now, isCalm = false }: AgeBadgeProps) {
  const t = useTranslations('Staff.age')
  const formats = useFormats()
  const { band: bandOfAge, unit, count } = ageOf(since, now)
  const band = isCalm ? 'fresh' : bandOfAge
  return (
    <time
      dateTime={since}
      title={formats.moment(since)}
      className={cn('figures inline-flex items-center gap-1 py-0.5 text-sm whitespace-nowrap', looks[band])}
    >
      {band === 'fresh' ? null : <Clock aria-hidden="true" className="size-3.5" />}
      <span>{t(unit, { count })}</span>
      {band === 'fresh' ? null : <span className="sr-only">{t(`over.${band}`)}</span>}
    </time>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Age = {
  /** `fresh` up to a day, `day` over one, `days` over three. */
  band: 'fresh' | 'day' | 'days'
  unit: 'minutes' | 'hours' | 'days'
  /** Whole units of `unit`. */
  count: number
}

/** @param since ISO 8601; a future time counts as now */
export function ageOf(since: string, now: Date): Age {
  const waited = Math.max(0, now.getTime() - Date.parse(since))
  const band = waited > 3 * DAY_MS ? 'days' : waited > DAY_MS ? 'day' : 'fresh'
  if (waited < HOUR_MS) return { band, unit: 'minutes', count: Math.floor(waited / MINUTE_MS) }
  if (waited < DAY_MS) return { band, unit: 'hours', count: Math.floor(waited / HOUR_MS) }
  return { band, unit: 'days', count: Math.floor(waited / DAY_MS) }
}
