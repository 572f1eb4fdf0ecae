import type { MouseEvent, ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'

type DeskLinkProps = { href: string | undefined; className?: string; children: ReactNode }

/** Leads to what a number counts: another tab without loading the page, or another page. Plain where there is none. */
export function DeskLink({ href, className = '', children }: DeskLinkProps) {
  if (href === undefined) return <span className={className}>{children}</span>
  const follow = (event: MouseEvent) => {
    if (!href.startsWith('?')) return
    followHere(event, () => visit(`${window.location.pathname}${href}`))
  }
  return (
    <a href={href} onClick={follow} className={cn(className, 'min-h-11 hover:bg-sunken')}>
      {children}
    </a>
  )
}
