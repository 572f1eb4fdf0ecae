import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { cn } from './cn.ts'
import { addressWith, visitParam } from './use-address-param.ts'

type PagerProps = {
  /** Name of the list for screen readers. */
  of: string
  /** Address parameter of the page. */
  param: string
  /** Counted from 1. */
  page: number
  pages: number
  /** Words for lists that are not newest first. */
  words?: { previous: string; next: string }
}

export function Pager({ of, param, page, pages, words }: PagerProps) {
  const t = useTranslations('Pager')
  if (pages <= 1) return null
  return (
    <nav aria-label={t('label', { of })} className="mt-2 flex flex-wrap items-center justify-between gap-x-2">
      <PagerLink param={param} to={page > 1 ? page - 1 : null}>
        <ChevronLeft aria-hidden="true" className="size-5" /> {words?.previous ?? t('previous')}
      </PagerLink>
      <span aria-current="page" className="figures text-sm whitespace-nowrap text-soft">
        {t('at', { page, pages })}
      </span>
      <PagerLink param={param} to={page < pages ? page + 1 : null}>
        {words?.next ?? t('next')} <ChevronRight aria-hidden="true" className="size-5" />
      </PagerLink>
    </nav>
  )
}

function PagerLink({ param, to, children }: { param: string; to: number | null; children: ReactNode }) {
  const style =
    'tap inline-flex items-center gap-1 rounded-full px-3 font-semibold whitespace-nowrap max-sm:px-1.5'
  // Invisible but in place, so that the other link does not move.
  if (to === null) return <span className={cn(style, 'invisible')}>{children}</span>
  const value = to === 1 ? null : String(to)
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    visitParam(param, value)
  }
  return (
    <a href={addressWith({ [param]: value })} onClick={follow} className={cn(style, 'hover:bg-sunken')}>
      {children}
    </a>
  )
}
