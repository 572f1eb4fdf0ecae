import { Clock } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { ageOf } from '#lib/client/formats/age.ts'

const looks = {
  fresh: 'text-soft',
  day: 'rounded-full bg-marigold px-2.5 text-on-marigold font-semibold',
  days: 'rounded-full bg-alarm-wash px-2.5 text-alarm font-semibold',
}

type AgeBadgeProps = {
  since: string
  now: Date
  /** Nobody can do anything about it: however old it is, it calls nobody. */
  isCalm?: boolean
}

/** How long something has been waiting; from a day on it is seen, from three it is seen first. */
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
