import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'

/** Excludes the search, whose field is always visible. */
export function countActive({ search: _search, ...filters }: Readonly<Record<string, unknown>>): number {
  return Object.values(filters).filter(Boolean).length
}

type FilterFieldsProps = {
  active: number
  /** Called by a button that appears while filters are active. */
  onClear?: () => void
  children: ReactNode
}

/** Fields are as wide as their content allows; days have a fixed width. */
const line =
  'xl:flex xl:w-auto xl:min-w-0 xl:flex-initial xl:items-end xl:gap-2 xl:[&_:is(input,select)]:ps-3 xl:[&_label]:truncate xl:[&>div]:min-w-24 xl:[&>div]:flex-auto xl:[&>div:has([type=date])]:w-35 xl:[&_[type=date]]:pe-2 xl:[&>div:has([type=date])]:flex-none xl:[&>div]:max-w-48'

/** On small screens a button opens the fields, so that the list starts on the first screen. */
export function FilterFields({ active, onClear, children }: FilterFieldsProps) {
  const t = useTranslations('Desk.filters')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        size="snug"
        className="shrink-0 max-md:px-3 xl:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {active > 0 ? t('active', { count: active }) : t('button')}
        <ChevronDown aria-hidden="true" className={cn('size-4', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={id}
        className={cn(
          'w-full grid-cols-1 gap-3 min-[26rem]:grid-cols-2 md:grid-cols-3',
          line,
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {children}
        {onClear && active > 0 ? (
          <Button
            tone="quiet"
            title={t('clear')}
            className="shrink-0 self-end justify-self-start xl:px-2"
            onClick={onClear}
          >
            <X aria-hidden="true" className="size-4" />
            <span className="xl:max-2xl:sr-only">{t('clear')}</span>
          </Button>
        ) : null}
      </div>
    </>
  )
}
