import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'

type TabHeadProps = {
  title: string
  note?: ReactNode
  /** On small screens a list shows the note below. */
  isNoteWide?: boolean
  /** A choice between lists, beside the title. */
  views?: ReactNode
  children?: ReactNode
}

/** One line on large screens; on phones the note, if shown, is below. */
export function TabHead({ title, note, isNoteWide = false, views, children }: TabHeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 lg:flex-nowrap lg:pointer-fine:min-h-9">
      <h2 className="min-w-0 flex-auto text-xl lg:flex-none lg:whitespace-nowrap">{title}</h2>
      {views ? <div className="max-sm:order-1 max-sm:flex-auto">{views}</div> : null}
      {note ? (
        <div
          className={cn(
            'order-2 w-full min-w-0 text-sm text-soft lg:order-none lg:w-auto lg:flex-1 lg:text-[0.8125rem] lg:leading-4',
            isNoteWide && 'max-lg:hidden',
          )}
        >
          {note}
        </div>
      ) : null}
      {children ? (
        <div className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-2 lg:shrink-0 lg:flex-nowrap">
          {children}
        </div>
      ) : null}
    </div>
  )
}
