import Link from 'next/link'
import type { ReactNode } from 'react'
import { useAddressQuery } from '#components/ui/use-address-param.ts'
import { keepWayBack } from '#lib/client/accounts/way-back.ts'

/** Links to another account page; the page to return to stays in the address. */
export function WayBackLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  const query = useAddressQuery()
  return (
    <Link prefetch={false} href={keepWayBack(href, query)} className={className ?? linkStyle}>
      {children}
    </Link>
  )
}

const linkStyle =
  'tap inline-flex items-center rounded-full px-2 font-semibold underline underline-offset-4 hover:bg-sunken'
