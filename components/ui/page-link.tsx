'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps, MouseEvent } from 'react'
import { followHere } from '#lib/client/browser/follow-here.ts'

type PageLinkProps = ComponentProps<'a'> & { href: string }

/**
 * A link to another page of ours that opens no new document, for what a visitor's first page loads: `next/link` weighs ten
 * times as much, for fetching ahead, which is not done here (docs/decisions/0027).
 */
export function PageLink({ href, onClick, ...rest }: PageLinkProps) {
  const router = useRouter()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) followHere(event, () => router.push(href))
  }
  return <a {...rest} href={href} onClick={open} />
}
