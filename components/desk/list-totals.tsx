import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'

type ListTotalsProps = {
  /** Layout classes, for lists whose number of totals is unknown before they load. */
  className?: string
  /** An undefined value is not loaded yet. */
  totals: readonly (readonly [name: string, value: string | undefined])[]
}

/** Sums over all pages of a list. Until loaded it shows dashes, so that the list below does not move. */
export function ListTotals({ totals, className = 'grid grid-cols-1 sm:flex sm:flex-wrap' }: ListTotalsProps) {
  const t = useTranslations('Desk')
  return (
    <dl aria-label={t('totals')} className={cn('figures w-full content-start gap-x-5 text-sm', className)}>
      {totals.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-soft">{name}</dt>
          <dd className="font-semibold whitespace-nowrap">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
