import type { MouseEvent, ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'

type DeskLinkProps = {
  href: string | undefined
  className?: string
  /** The page already shows the link's target. */
  isCurrent?: boolean
  children: ReactNode
}

/** Opens a tab without a page load, or another page. Plain text without `href`. */
export function DeskLink({ href, className = '', isCurrent = false, children }: DeskLinkProps) {
  if (href === undefined) return <span className={className}>{children}</span>
  const follow = (event: MouseEvent) => {
    if (!href.startsWith('?')) return
    followHere(event, () => visit(`${window.location.pathname}${href}`))
  }
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
      className={cn(className, 'hover:bg-sunken max-lg:min-h-11 pointer-coarse:min-h-11')}
    >
      {children}
    </a>
  )
}
