import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '#components/ui/cn.ts'

type ListTotalsProps = {
  /** An undefined value is not loaded yet. */
  totals: readonly (readonly [name: string, value: string | undefined])[]
  /** Name of the totals for screen readers, if they are not those of all entries. */
  label?: string
  /** Each name above its value: many totals stay in one line. */
  isStacked?: boolean
}

/** Sums over all pages. Until loaded it shows dashes, so that the list does not move. */
export function ListTotals({ totals, label, isStacked = false }: ListTotalsProps) {
  const t = useTranslations('Desk')
  return (
    <TotalsFold>
      <dl
        aria-label={label ?? t('totals')}
        className={cn(
          'figures flex min-w-0 flex-wrap gap-x-4 text-sm',
          isStacked && 'md:grid md:auto-cols-fr md:grid-flow-col md:leading-4.5',
        )}
      >
        {totals.map(([name, value]) => (
          <div
            key={name}
            className={cn(
              'flex flex-wrap gap-x-1.5 max-md:w-full max-md:justify-between',
              isStacked && 'min-w-0 md:block',
            )}
          >
            <dt className={cn('text-soft', isStacked && 'md:truncate')}>{name}</dt>
            <dd className="font-semibold whitespace-nowrap">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </TotalsFold>
  )
}

/** On phones a button opens the totals, so that the list starts on the first screen. */
export function TotalsFold({ children }: { children: ReactNode }) {
  const t = useTranslations('Desk')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="tap -ms-2 inline-flex items-center gap-1 rounded-full px-2 text-sm font-semibold hover:bg-sunken md:hidden"
      >
        {t('totalsButton')}
        <ChevronDown aria-hidden="true" className={cn('size-4', isOpen && 'rotate-180')} />
      </button>
      <div
        id={id}
        className={cn('min-w-0 max-md:order-1 max-md:w-full md:flex-1', !isOpen && 'max-md:hidden')}
      >
        {children}
      </div>
    </>
  )
}
