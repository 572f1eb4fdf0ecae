import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'

type ListTotalsProps = {
  /** Height of what is not known before it is loaded. */
  className?: string
  /** Undefined values are not loaded yet. */
  totals: readonly (readonly [name: string, value: string | undefined])[]
}

/** Sums of all pages of a list. Until they are loaded it shows dashes, on phones in a line each, so that the list does not move. */
export function ListTotals({ totals, className }: ListTotalsProps) {
  const t = useTranslations('Desk')
  return (
    <dl
      aria-label={t('totals')}
      className={cn(
        'figures grid w-full grid-cols-1 content-start gap-x-5 text-sm sm:flex sm:flex-wrap',
        className,
      )}
    >
      {totals.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-soft">{name}</dt>
          <dd className="font-semibold whitespace-nowrap">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
