import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'

/** Returns to the list without a page load. */
export function BackLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  const go = () => visit(href.startsWith('?') ? `${window.location.pathname}${href}` : href)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => followHere(event, go)}
      className="-ms-3 flex min-h-11 w-fit items-center gap-2 rounded-full px-3 font-semibold hover:bg-sunken lg:pointer-fine:min-h-9"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {children}
    </a>
  )
}
