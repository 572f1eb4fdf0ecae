'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'
import { followHere } from '#lib/client/browser/follow-here.ts'

type PageLinkProps = ComponentProps<'a'> & { href: string }

/**
 * A link for pages that users open first: `next/link` is ten times larger, for a prefetch that is not used
 * (docs/decisions/0027).
 */
export function PageLink({ href, onClick, ...rest }: PageLinkProps) {
  const router = useRouter()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) followHere(event, () => router.push(href))
  }
  return <a {...rest} href={href} onClick={open} />
}
