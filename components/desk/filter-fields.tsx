import { ChevronDown, SlidersHorizontal } from 'lucide-react'
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
  children: ReactNode
}

/**
 * On phones a button with the number of active filters opens the fields, so that the list starts on the first
 * screen.
 */
export function FilterFields({ active, children }: FilterFieldsProps) {
  const t = useTranslations('Desk.filters')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        size="snug"
        className="justify-self-start md:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {active > 0 ? t('active', { count: active }) : t('button')}
        <ChevronDown aria-hidden="true" className={cn('size-4', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={id}
        className={cn(
          'col-span-full w-full grid-cols-1 gap-3 min-[26rem]:grid-cols-2 md:contents',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {children}
      </div>
    </>
  )
}
