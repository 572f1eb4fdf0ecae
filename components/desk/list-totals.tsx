import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'

type ListTotalsProps = {
  /** Its layout, for totals whose number is not known before they are loaded. */
  className?: string
  /** Undefined values are not loaded yet. */
  totals: readonly (readonly [name: string, value: string | undefined])[]
}

/** Sums of all pages of a list. Until they are loaded it shows dashes, on phones in a line each, so that the list does not move. */
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
