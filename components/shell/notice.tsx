import type { ReactNode } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { PageLink } from '#components/ui/page-link.tsx'

type NoticeProps = {
  title: string
  children: ReactNode
  /** `isSecond`: less prominent, because the page has a better action. */
  action: { href: string; words: string; isSecond?: boolean }
  /** Picture above the title. */
  mark?: ReactNode
}

export function Notice({ title, children, action, mark }: NoticeProps) {
  return (
    <div className="mx-auto max-w-2xl px-4 py-16 text-center lg:py-28">
      {mark ? (
        <div aria-hidden="true" className="mb-6">
          {mark}
        </div>
      ) : null}
      <h1 className="text-4xl lg:text-5xl">{title}</h1>
      <div className="mx-auto mt-4 max-w-md text-lg text-soft">{children}</div>
      <p className={action.isSecond ? 'mt-3' : 'mt-8'}>
        <PageLink
          href={action.href}
          className={buttonStyle({ tone: action.isSecond ? 'plain' : 'loud', size: 'large' })}
        >
          {action.words}
        </PageLink>
      </p>
    </div>
  )
}
