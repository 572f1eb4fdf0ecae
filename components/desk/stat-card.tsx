import type { MouseEvent, ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { unbroken } from '#components/ui/unbroken.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'

type StatCardProps = {
  label: string
  /** Formatted in the page's language; null while loading. */
  value: ReactNode | null
  detail?: ReactNode
  /** Link to the counted items; starts with `?` if they are on the same page. */
  href?: string
  isCurrent?: boolean
}

const look =
  'flex min-h-16 min-w-0 flex-col justify-center rounded-xl border bg-surface px-3 py-2 text-start max-[22rem]:px-2'

export function StatCard({ label, value, detail, href, isCurrent = false }: StatCardProps) {
  const inside = (
    <>
      <span className="text-sm leading-5 font-semibold text-soft">{unbroken(label)}</span>
      <span className="flex flex-wrap items-baseline gap-x-3">
        {value === null ? (
          <span aria-hidden="true" className="skeleton h-7 w-14" />
        ) : (
          <span className="figures font-display text-xl leading-7 font-extrabold">{value}</span>
        )}
        {detail ? <span className="figures text-sm text-soft">{detail}</span> : null}
      </span>
    </>
  )
  if (!href) return <div className={cn(look, 'border-line')}>{inside}</div>
  const follow = (event: MouseEvent) => {
    if (!href.startsWith('?')) return
    followHere(event, () => visit(`${window.location.pathname}${href === '?' ? '' : href}`))
  }
  return (
    <a
      href={href}
      onClick={follow}
      aria-current={isCurrent ? 'true' : undefined}
      className={cn(look, isCurrent ? 'border-edge' : 'border-line', 'hover:border-edge hover:bg-sunken')}
    >
      {inside}
    </a>
  )
}
