import Link from 'next/link'
import { type ReactNode, useSyncExternalStore } from 'react'
import { keepWayBack } from '#lib/client/accounts/way-back.ts'
import { subscribeAddress } from '#lib/client/browser/navigation-events.ts'

/** A link among the account pages that takes along where the person wanted to go. */
export function WayBackLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  const search = useSyncExternalStore(
    subscribeAddress,
    () => window.location.search,
    () => '',
  )
  return (
    <Link prefetch={false} href={keepWayBack(href, search)} className={className ?? linkStyle}>
      {children}
    </Link>
  )
}

const linkStyle =
  'tap inline-flex items-center rounded-full px-2 font-semibold underline underline-offset-4 hover:bg-sunken'
