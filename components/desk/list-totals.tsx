import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'

type ListTotalsProps = {
  /** Height of what is not known before it is loaded. */
  className?: string
  /** Undefined values are not loaded yet. */
  totals: readonly (readonly [name: string, value: string | undefined])[]
}

/** Sums of all that a list shows on all its pages. Dashes until they are loaded, so that the list does not move then. */
export function ListTotals({ totals, className }: ListTotalsProps) {
  const t = useTranslations('Desk')
  return (
    <dl
      aria-label={t('totals')}
      className={cn('figures flex w-full flex-wrap content-start gap-x-5 text-sm', className)}
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
