'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'

type PageLinkProps = ComponentProps<'a'> & { href: string }

/**
 * A link to another page of ours that opens no new document, for what a visitor's first page loads: `next/link` weighs ten
 * times as much, for fetching ahead, which is not done here (docs/decisions/0063).
 */
export function PageLink({ href, onClick, ...rest }: PageLinkProps) {
  const router = useRouter()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isForBrowser =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || isForBrowser) return
    event.preventDefault()
    router.push(href)
  }
  return <a {...rest} href={href} onClick={open} />
}
